// One part as it lies on the printer's bed: openscad -D 'part="cover"' print.scad
use <unit.scad>
use <stand.scad>
include <dimensions.scad>

part = "base";
whole = case_floor + case_inside + case_cover;

if (part == "base") base();
if (part == "cover") translate([0, 0, case_cover - whole]) cover();
if (part == "ring") translate([0, 0, case_ring_depth - whole]) light_ring();
if (part == "stand") stand();
// Nothing may be left of these: a part and what must fit into it would be in one place.
if (part == "clash_base") intersection() { base(); contents(); }
if (part == "clash_cover") intersection() { cover(); contents(); }
if (part == "clash_stand") intersection() { stand(); stand_contents(); }
if (part == "clash_shells") intersection() { base(); translate([0, 0, 0.01]) cover(); }
