// One part as it lies on the printer's bed: openscad -D 'part="cover"' print.scad
use <unit.scad>
use <stand.scad>
include <dimensions.scad>

part = "base";
rim = case_floor + case_inside;
apart = 0.01;  // what lies on something else is looked at a little apart

if (part == "base") base();
if (part == "cover") translate([0, 0, -rim]) cover();
if (part == "ring") translate([0, 0, case_ring_depth - rim - case_cover]) light_ring();
if (part == "trough") translate([0, 0, case_trough_depth + case_trough_floor - rim]) trough();
if (part == "door") translate([0, -case_battery_y, case_door]) door();
if (part == "cup") translate([0, -case_buzzer_y, case_cup - rim]) cup();
if (part == "stand") stand();
// Nothing may be left of these: a part and what must fit into it would be in one place.
if (part == "clash_base") intersection() { base(); contents(); }
if (part == "clash_cover") intersection() { cover(); contents(); }
if (part == "clash_trough") intersection() { trough(); contents(); }
if (part == "clash_cup") intersection() { cup(); contents(); }
if (part == "clash_stand") intersection() { stand(); stand_contents(); }
if (part == "clash_shells") intersection() {
    base();
    union() {
        translate([0, 0, apart]) { cover(); trough(); cup(); }
        translate([0, 0, -apart]) door();
    }
}
