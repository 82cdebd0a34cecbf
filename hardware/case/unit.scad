// The round trading unit, its parts as they are put together: base, cover, the trough that holds the
// ring's lights, the diffuser above them, the door for the cells and the cup for the piezo.
// Millimetres; z = 0 is the floor's underside, y points to twelve o'clock. Numbers come from
// dimensions.scad, which `make hardware` makes from parts.toml.
include <dimensions.scad>

outer_r = case_diameter / 2;
inner_r = outer_r - case_wall;
rim_z = case_floor + case_inside;      // where the cover lies
top_z = rim_z + case_cover;
ring_in = case_ring_r - case_ring_width / 2;
ring_out = case_ring_r + case_ring_width / 2;
trough_z = rim_z - case_trough_depth - case_trough_floor;
post_r = screw_unit_core_d / 2 + 2.8;
nano_end = sqrt(pow(inner_r, 2) - pow(nano_size[1] / 2 + 1, 2)) - 1;  // the board's USB edge
gap = case_play;
bay = [battery_size[0] + 2 * gap, battery_size[1] + 2 * gap];
door_screw_x = bay[0] / 2 + 1.6 + post_r;

module at_screws() { for (turn = [45 : 90 : 315]) rotate(turn) translate([case_screws_r, 0]) children(); }
module at_door_screws() { for (side = [-1, 1]) translate([side * door_screw_x, case_battery_y]) children(); }
module at_buttons() { for (side = [-1, 1]) translate([side * case_button_x, 0]) children(); }
module at_marks() { for (turn = [180, 90, 0, 270]) rotate(turn) translate([case_marks_r, 0]) children(); }
module at_ring_lights() {
    for (number = [0 : ring_leds - 1]) rotate(360 * (number + 0.5) / ring_leds)
        translate([case_ring_r, 0]) children();
}
module at_nano() { translate([0, nano_end - nano_size[0] / 2]) children(); }
module at_board() { translate([case_board_x, 0]) children(); }
module disc(r) { circle(r = r, $fn = 120); }
module hole(d) { circle(d = d, $fn = d < 10 ? 24 : 72); }
module band(outside, inside) { difference() { disc(outside); disc(inside); } }

// For a screw's head. The cone begins inside the hole, so that no two edges lie on each other.
module sunk(z) {
    sink = (screw_unit_head_d - screw_unit_clear_d) / 2;
    translate([0, 0, z - sink - 0.5])
        cylinder(d1 = screw_unit_clear_d - 1, d2 = screw_unit_head_d + 0.4, h = sink + 0.7, $fn = 24);
}

module base() {
    difference() {
        union() {
            linear_extrude(case_floor) disc(outer_r);
            linear_extrude(rim_z) band(outer_r, inner_r);
            linear_extrude(trough_z) intersection() {
                disc(outer_r);
                at_screws() hole(2 * post_r);
            }
            at_nano() cradle(nano_size);
            at_board() cradle(board_size);
            battery_bay();
            linear_extrude(13) at_door_screws() hole(2 * post_r);
        }
        translate([0, 0, trough_z - 14]) linear_extrude(20) at_screws() hole(screw_unit_core_d);
        translate([0, 0, -1]) linear_extrude(20) at_door_screws() hole(screw_unit_core_d);
        translate([-bay[0] / 2, case_battery_y - bay[1] / 2, -1]) cube([bay[0], bay[1], case_floor + 1.5]);
        usb_opening();
        switch_opening();
    }
}

// A board lies on its four corners, clear of its solder, and a cable tie binds it to two walls.
// Its length runs along y.
module cradle(size) {
    half = [size[1] / 2 + gap, size[0] / 2 + gap];
    seat = case_floor + case_board_up;
    for (x = [-1, 1], y = [-1, 1]) scale([x, y, 1]) {
        translate([half[0] - 3, half[1] - 3, 0]) cube([4.6, 4.6, seat]);
        translate([half[0], half[1] - 9, 0]) cube([1.6, 10.6, seat + 2.6]);
        translate([half[0] - 3, half[1], 0]) cube([4.6, 1.6, seat + 2.6]);
    }
    for (x = [-1, 1]) scale([x, 1, 1]) translate([half[0], 0, 0]) difference() {
        translate([0, -4, 0]) cube([1.6, 8, seat + 2.6]);
        translate([-1, 0, case_floor + 2.3]) rotate([0, 90, 0]) cylinder(r = 2.2, h = 4, $fn = 4);
    }
}

// The holder comes and goes through the floor; a wedge at each end keeps it from going up.
module battery_bay() {
    stop = case_floor + battery_size[2] + gap;
    translate([0, case_battery_y, 0]) {
        linear_extrude(case_floor + 18) difference() {
            square(bay + [3.2, 3.2], center = true);
            square(bay, center = true);
            square([bay[0] - 16, bay[1] + 10], center = true);
            square([bay[0] + 10, bay[1] - 16], center = true);
        }
        for (x = [-1, 1]) scale([x, 1, 1]) translate([bay[0] / 2, 7, 0]) rotate([90, 0, 0])
            linear_extrude(14) polygon([
                [0, 0], [2.4, 0], [2.4, stop + 3.2], [-2, stop + 3.2], [-2, stop + 2], [0, stop]]);
    }
}

module usb_opening() {
    translate([-nano_plug[0] / 2, inner_r - 4, case_floor + case_board_up - 0.8])
        cube([nano_plug[0], 12, nano_plug[1]]);
}

// At nine o'clock; inside, the wall is cut down to the thickness that the switch snaps to.
module switch_opening() {
    translate([-outer_r - 1, -switch_size[0] / 2, case_switch_z]) cube([10, switch_size[0], switch_size[1]]);
    translate([switch_panel - outer_r, -switch_size[0] / 2 - 2.5, case_switch_z - 3])
        cube([4, switch_size[0] + 5, rim_z]);
}

// Flat below, so that it prints face up without support; the screws hold it in place.
module cover() {
    difference() {
        translate([0, 0, rim_z]) linear_extrude(case_cover) difference() {
            disc(outer_r);
            at_buttons() hole(button_hole_d + gap);
            at_marks() hole(led_hole_d);
            at_screws() hole(screw_unit_clear_d);
            windows();
            translate([0, case_buzzer_y]) {
                hole(2.4);
                for (turn = [0 : 60 : 300]) rotate(turn) translate([5, 0]) hole(2.4);
            }
        }
        translate([0, 0, top_z - case_ring_depth]) linear_extrude(10) band(ring_out, ring_in);
        translate([0, 0, top_z - 0.6]) linear_extrude(10) { mark_signs(); button_signs(); }
        at_screws() sunk(top_z);
    }
}

// The light goes up through them; the spokes between them hold the middle.
module windows() {
    difference() {
        band(ring_out - 1, ring_in + 1);
        for (number = [0 : ring_leds - 1]) rotate(360 * number / ring_leds)
            translate([case_ring_r, 0]) square([20, case_spoke], center = true);
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

// A house above Build, a hammer above Auction.
module button_signs() {
    translate([-case_button_x, case_sign_y]) polygon([
        [-4, -4.5], [-1.2, -4.5], [-1.2, -1], [1.2, -1], [1.2, -4.5], [4, -4.5], [4, 0.5],
        [5.5, 0.5], [0, 5], [-5.5, 0.5], [-4, 0.5]]);
    translate([case_button_x, case_sign_y]) {
        rotate(45) {
            translate([0, 2]) square([8, 4], center = true);
            translate([-0.9, -6]) square([1.8, 7]);
        }
        translate([-3.2, -4.4]) square([7, 1.4], center = true);
    }
}

// Pushed into the groove from above; printed in white or clear.
module light_ring() {
    translate([0, 0, top_z - case_ring_depth]) linear_extrude(case_ring_depth)
        band(ring_out - gap / 2, ring_in + gap / 2);
}

// A white gutter below the diffuser: the lights shine up from its floor and fill it. The cover's
// screws go through its four columns and hold it.
module trough() {
    translate([0, 0, trough_z]) {
        linear_extrude(case_trough_floor) difference() {
            band(ring_out + 1.2, ring_in - 1.2);
            at_ring_lights() hole(led_hole_d);
        }
        linear_extrude(rim_z - trough_z) {
            band(ring_out + 1.2, ring_out);
            band(ring_in, ring_in - 1.2);
            difference() {
                intersection() {
                    band(inner_r - gap, ring_out + 0.6);
                    at_screws() {
                        hole(2 * post_r);
                        translate([-4, 0]) square([8, 6], center = true);
                    }
                }
                at_screws() hole(screw_unit_clear_d);
            }
        }
    }
}

// Closes the bay from below; the unit stands on rubber feet that are thicker.
module door() {
    size = [2 * (door_screw_x + post_r), bay[1] + 6];
    translate([-battery_size[0] / 2, case_battery_y - battery_size[1] / 2, -0.1])
        cube([battery_size[0], battery_size[1], case_floor + 0.1]);
    difference() {
        translate([0, case_battery_y, -case_door]) linear_extrude(case_door) square(size, center = true);
        translate([0, 0, -case_door - 1]) linear_extrude(case_door + 2)
            at_door_screws() hole(screw_unit_clear_d);
        at_door_screws() mirror([0, 0, 1]) sunk(case_door);
    }
}

// Glued under the cover. The disc is glued into it by its rim alone and stays free to swing.
module cup() {
    outside = piezo_disc_d + 2 * gap + 3.2;
    translate([0, case_buzzer_y, rim_z - case_cup]) {
        linear_extrude(1.6) difference() { hole(outside); hole(piezo_disc_d - 4); }
        linear_extrude(case_cup) difference() { hole(outside); hole(piezo_disc_d + 2 * gap); }
    }
}

// The parts themselves, a little smaller than their places, to see whether they fit.
module contents() {
    at_buttons() {
        translate([0, 0, top_z + 0.01]) cylinder(d = button_rim_d, h = 4);
        translate([0, 0, rim_z - case_nut - 0.01]) cylinder(d = case_nut_d, h = case_nut);
        translate([0, 0, rim_z - button_depth]) cylinder(d = case_button_body_d, h = button_depth + case_cover);
    }
    at_nano() on_board(nano_size, nano_height);
    at_board() on_board(board_size, board_height);
    translate([-battery_size[0] / 2, case_battery_y - battery_size[1] / 2, case_floor + 0.01])
        cube(battery_size);
    at_marks() light(rim_z - 0.01);
    at_ring_lights() light(trough_z - 0.01);
    translate([0, case_buzzer_y, rim_z - case_cup + 1.61]) cylinder(d = piezo_disc_d, h = 0.6);
    translate([-nano_plug[0] / 2 + 0.01, nano_end, case_floor + case_board_up - 0.79])
        cube([nano_plug[0] - 0.02, 30, nano_plug[1] - 0.02]);
    translate([-outer_r - 1, -switch_size[0] / 2 + 0.01, case_switch_z + 0.01])
        cube([switch_depth + 1, switch_size[0] - 0.02, switch_size[1] - 0.02]);
}

module on_board(size, height) {
    translate([-size[1] / 2, -size[0] / 2, case_floor + case_board_up + 0.01]) cube([size[1], size[0], height]);
}

// A light pushed up to its flange into a hole that begins at ``seat``.
module light(seat) {
    translate([0, 0, seat - led_flange]) cylinder(d = led_flange_d, h = led_flange, $fn = 24);
    translate([0, 0, seat]) cylinder(d = led_body_d, h = led_above, $fn = 24);
}
