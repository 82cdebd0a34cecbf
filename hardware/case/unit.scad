// The round trading unit: base, cover and light ring, as they are put together.
// Millimetres; z = 0 is the table, y points to twelve o'clock. Numbers come from dimensions.scad,
// which `make hardware` makes from parts.toml.
include <dimensions.scad>

outer_r = case_diameter / 2;
inner_r = outer_r - case_wall;
rim_z = case_floor + case_inside;      // where the cover lies
top_z = rim_z + case_cover;
ring_in = case_ring_r - case_ring_width / 2;
ring_out = case_ring_r + case_ring_width / 2;
post_r = screw_unit_core_d / 2 + 2.8;
nano_end = sqrt(pow(inner_r, 2) - pow(nano_size[1] / 2 + 1, 2)) - 1;  // the board's USB edge
nano_up = 2;                           // room for solder below the board
gap = case_play;

module at_screws() { for (turn = [45 : 90 : 315]) rotate(turn) translate([case_screws_r, 0]) children(); }
module at_buttons() { for (side = [-1, 1]) translate([side * case_button_x, 0]) children(); }
module at_marks() { for (turn = [180, 90, 0, 270]) rotate(turn) translate([case_marks_r, 0]) children(); }
module at_ring_lights() {
    for (number = [0 : ring_leds - 1]) rotate(360 * (number + 0.5) / ring_leds)
        translate([case_ring_r, 0]) children();
}
module disc(r) { circle(r = r, $fn = 120); }
module hole(d) { circle(d = d, $fn = d < 10 ? 24 : 72); }
module band(outside, inside) { difference() { disc(outside); disc(inside); } }

module base() {
    difference() {
        union() {
            linear_extrude(case_floor) disc(outer_r);
            linear_extrude(rim_z) band(outer_r, inner_r);
            linear_extrude(rim_z) intersection() {
                disc(outer_r);
                at_screws() hole(2 * post_r);
            }
            nano_rails();
            battery_corners();
        }
        translate([0, 0, rim_z - 11]) linear_extrude(20) at_screws() hole(screw_unit_core_d);
        usb_opening();
        switch_opening();
    }
}

module nano_rails() {
    half = nano_size[1] / 2 + gap;
    for (side = [-1, 1]) scale([side, 1, 1]) {
        translate([half, nano_end - nano_size[0], 0]) cube([1.6, nano_size[0] - 2, case_floor + 6]);
        translate([half - 1.8, nano_end - nano_size[0], 0])
            cube([2.2, nano_size[0] - 2, case_floor + nano_up]);
    }
    translate([-half - 1.6, nano_end - nano_size[0] - gap - 1.6, 0])
        cube([2 * half + 3.2, 1.6, case_floor + 6]);
}

module battery_corners() {
    size = [battery_size[0] + 2 * gap, battery_size[1] + 2 * gap];
    translate([0, case_battery_y, 0]) linear_extrude(case_floor + 6) difference() {
        square(size + [3.2, 3.2], center = true);
        square(size, center = true);
        square([size[0] - 16, size[1] + 10], center = true);
        square([size[0] + 10, size[1] - 16], center = true);
    }
}

module usb_opening() {
    translate([-nano_plug[0] / 2, inner_r - 4, case_floor + 1]) cube([nano_plug[0], 12, nano_plug[1]]);
}

module switch_opening() {
    translate([-switch_size[0] / 2, -outer_r - 2, case_switch_z]) cube([switch_size[0], 10, switch_size[1]]);
}

// Flat below, so that it prints face up without support; the screws hold it in place.
module cover() {
    sink = (screw_unit_head_d - screw_unit_clear_d) / 2;
    difference() {
        translate([0, 0, rim_z]) linear_extrude(case_cover) difference() {
            disc(outer_r);
            at_buttons() hole(button_hole_d + gap);
            at_marks() hole(led_hole_d);
            at_ring_lights() hole(led_hole_d);
            at_screws() hole(screw_unit_clear_d);
            translate([0, case_buzzer_y]) {
                hole(2.4);
                for (turn = [0 : 60 : 300]) rotate(turn) translate([5, 0]) hole(2.4);
            }
        }
        translate([0, 0, top_z - case_ring_depth]) linear_extrude(10) band(ring_out, ring_in);
        translate([0, 0, top_z - 0.6]) linear_extrude(10) mark_signs();
        // The cone begins inside the hole, so that no two edges lie on each other.
        at_screws() translate([0, 0, top_z - sink - 0.5])
            cylinder(d1 = screw_unit_clear_d - 1, d2 = screw_unit_head_d + 0.4, h = sink + 0.7, $fn = 24);
    }
}

// One, two, three dots and a piece of track: no letters, so no font and no language.
module mark_signs() {
    out = case_marks_r + led_hole_d / 2 + 1.9;
    for (sign = [[180, 1], [90, 2], [0, 3]]) rotate(sign[0]) translate([out, 0])
        for (dot = [0 : sign[1] - 1]) translate([0, (dot - (sign[1] - 1) / 2) * 3.2]) hole(2);
    rotate(270) translate([out, 0]) {
        for (rail = [-0.9, 0.9]) translate([rail, 0]) square([0.7, 9], center = true);
        for (tie = [-3, 0, 3]) translate([0, tie]) square([3.2, 0.9], center = true);
    }
}

// Pushed into the groove from above; printed in white or clear.
module light_ring() {
    translate([0, 0, top_z - case_ring_depth]) linear_extrude(case_ring_depth)
        band(ring_out - gap / 2, ring_in + gap / 2);
}

// The parts themselves, a little smaller than their places, to see whether they fit.
module contents() {
    at_buttons() {
        translate([0, 0, top_z + 0.01]) cylinder(d = button_rim_d, h = 4);
        translate([0, 0, rim_z - case_nut - 0.01]) cylinder(d = case_nut_d, h = case_nut);
        translate([0, 0, rim_z - button_depth]) cylinder(d = case_button_body_d, h = button_depth + case_cover);
    }
    translate([-nano_size[1] / 2, nano_end - nano_size[0] + 0.01, case_floor + nano_up + 0.01])
        cube([nano_size[1], nano_size[0], nano_height]);
    translate([-battery_size[0] / 2, case_battery_y - battery_size[1] / 2, case_floor + 0.01])
        cube(battery_size);
    at_marks() light(top_z + 1);
    at_ring_lights() light(top_z - case_ring_depth - 0.01);
    translate([0, case_buzzer_y, rim_z - 0.61]) cylinder(d = piezo_disc_d, h = 0.6);
    translate([-nano_plug[0] / 2 + 0.01, nano_end, case_floor + 1.01]) cube([nano_plug[0] - 0.02, 30, nano_plug[1] - 0.02]);
}

module light(tip) { translate([0, 0, tip - led_height]) cylinder(d = 5, h = led_height, $fn = 24); }
