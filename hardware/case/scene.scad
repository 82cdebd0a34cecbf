// What the pictures show, made of the printed parts: openscad -D 'view="whole"' scene.scad
use <unit.scad>
use <stand.scad>
include <dimensions.scad>

view = "whole";
rim = case_floor + case_inside;
whole = rim + case_cover;

if (view == "whole") {
    color("DimGray") import("base.stl");
    color("LightSlateGray") translate([0, 0, rim]) import("cover.stl");
    color("White") translate([0, 0, whole - case_ring_depth + 0.05]) import("ring.stl");
    color("Red") at_marks() light(rim);
    color("White") translate([0, 0, whole - 0.59]) linear_extrude(0.3) { mark_signs(); button_signs(); }
    cap("RoyalBlue", -1);
    cap("ForestGreen", 1);
}
if (view == "inside") {
    color("LightSlateGray") import("base.stl");
    color("SteelBlue") contents();
}
if (view == "bare") color("LightSlateGray") import("base.stl");
if (view == "below") rotate([180, 0, 0]) {
    color("LightSlateGray") import("base.stl");
    color("DimGray") translate([0, case_battery_y, -case_door - 22]) import("door.stl");
    color("SteelBlue") translate([0, 0, -12]) intersection() {
        contents();
        translate([-30, -60, 0]) cube([60, 45, 31]);
    }
}
if (view == "parts") {
    color("LightSlateGray") translate([-85, 0, 0]) import("cover.stl");
    color("White") translate([85, 0, 0]) import("trough.stl");
    color("White") translate([85, -150, 0]) import("ring.stl");
    color("DimGray") translate([-85, -115, 0]) import("door.stl");
    color("White") translate([-15, -115, 0]) import("cup.stl");
}
if (view == "stand") rotate([180 - case_tilt_deg, 0, 0]) {
    color("LightSlateGray") import("stand.stl");
    color("Black") translate([-screen_size[0] / 2, case_screen_up, -12])
        cube([screen_size[0], screen_size[1], 11.9]);
    color("ForestGreen") translate([-pi_size[0] / 2, case_window_up + 10, 2])
        cube([pi_size[0], pi_size[1], 1.6]);
}

module cap(name, side) {
    color(name) translate([side * case_button_x, 0, whole]) {
        cylinder(d = button_rim_d, h = 2.5, $fn = 64);
        cylinder(d = button_rim_d - 8, h = 5, $fn = 64);
    }
}
