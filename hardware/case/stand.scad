// The stand for the 7-inch screen with the Pi on its back: one plate with two fins.
// As printed: the plate flat on the bed, its front below, y up along the screen, z to the back.
include <dimensions.scad>

width = case_stand[0];
height = case_stand[1];
thick = case_stand[2];
foot = [cos(case_tilt_deg), sin(case_tilt_deg)] * case_foot;  // where a fin's foot ends, y and z
lower_hole = case_screen_up + case_hole_up;

module at_screen_holes() {
    for (x = [-1, 1], y = [0, 1])
        translate([x * screen_holes[0] / 2, lower_hole + y * screen_holes[1]]) children();
}

module stand() {
    linear_extrude(thick) difference() {
        translate([-width / 2, 0]) square([width, height]);
        translate([-case_window[0] / 2, case_window_up]) square(case_window);
        translate([-22, -1]) square([44, 13]);  // the cables go out here
        at_screen_holes() circle(d = screw_stand_clear_d, $fn = 32);
    }
    for (x = [-width / 2, width / 2 - case_fin]) translate([x, 0, 0]) fin();
}

module fin() {
    rotate([90, 0, 90]) linear_extrude(case_fin) difference() {
        polygon([[0, 0], foot, foot + [6, 0], [height - 6, thick], [height - 6, 0]]);
        translate([height * 0.42, thick + 14]) circle(d = 12, $fn = 4);  // for a cable tie
    }
}

// The screen's back, the Pi with its plugs, and the screws, to see whether they fit.
module stand_contents() {
    translate([-screen_size[0] / 2, case_screen_up, -20.01]) cube([screen_size[0], screen_size[1], 20]);
    long = pi_size[0] + pi_plugs;
    middle = case_window_up + case_window[1] / 2;
    translate([-long / 2, middle - pi_size[1] / 2, -0.01]) cube([long, pi_size[1], 30]);
    at_screen_holes() translate([0, 0, -5]) cylinder(d = 3, h = 12, $fn = 24);
    at_screen_holes() translate([0, 0, thick + 0.01]) cylinder(d = 6, h = 3, $fn = 24);
}
