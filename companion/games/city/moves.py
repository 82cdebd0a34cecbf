"""City: planning permission, hazards removed, the railroad, and districts passed on."""

from __future__ import annotations

from companion.core.book import BANK, Holdings
from companion.core.edition import Deed
from companion.core.errors import Refused
from companion.core.facts import AT, TASK, TURN_NO
from companion.core.pending import nothing_open
from companion.core.turn import arrive, not_jailed, step_to
from companion.core.values import Piece
from companion.core.work import Work
from companion.games.city import building as builder
from companion.games.city import lots
from companion.games.city.building import RAILROAD, STADIUM
from companion.games.city.facts import RIDE
from companion.games.city.requests import Clear, Jump, Place

# --- pieces that cost nothing --------------------------------------------------------------


def place(work: Work, ask: Place) -> None:
    """A bonus building, a hazard, a railroad; with a card a block as well."""
    who, rules = work.player(ask.who), work.rules
    deed = rules.deed(work.draft, ask.deed)
    if ask.piece == RAILROAD:
        _railroad(work, who, deed, ask.card)
    elif ask.piece in lots.hazards(rules) or ask.piece in lots.bonus(rules):
        _permission(work, who, ask)
        _check_fit(work, who, deed, ask.piece)
    elif ask.piece in builder.BOUGHT and ask.card:
        rules.own_lot(work.draft, who, deed.pos)
        builder.not_mortgaged(rules, work.draft, deed)
        if ask.piece in builder.BLOCKS:
            builder.room(rules, work.draft, deed, 1)
        else:
            builder.one_of_a_colour(rules, work.draft, deed, ask.piece)
    else:
        raise Refused(
            "wrong_piece",
            "Nobody puts down '{piece}' for nothing.",
            "Free are {known}, and what is bought when a card says so.",
            piece=ask.piece,
            known=", ".join((RAILROAD, *lots.bonus(rules), *lots.hazards(rules))),
        )
    builder.in_stock(rules, work.draft, ask.piece, 1)
    work.draft.move(ask.piece, 1, BANK, deed.lot)
    work.done("place", who=who, deed=deed.pos, piece=ask.piece, card=ask.card)


def _railroad(work: Work, who: str, deed: Deed, card: bool) -> None:
    rules = work.rules
    if work.draft.held(deed.lot, RAILROAD):
        raise Refused(
            "one_each",
            "{deed} has one already: {piece}.",
            "Choose another district.",
            deed=deed.name,
            piece=rules.named(RAILROAD),
        )
    if card:
        return
    rules.build_turn(work.draft, who)
    if not builder.railroad_left(rules, work.draft):
        raise Refused(
            "no_railroad",
            "The trading unit shows no railroad that is still to be put down.",
            "Press Build; a railroad is free when it shows one, or when a card says so.",
        )
    owner = rules.owner(work.draft, deed.pos)
    if owner not in ("", who):
        raise Refused(
            "not_owner",
            "A railroad goes into a district of one's own, or a free one; {deed} is {owner}'s.",
            "Choose another district.",
            deed=deed.name,
            owner=work.name(owner),
        )
    builder.use(work.draft, 1)


def _permission(work: Work, who: str, ask: Place) -> None:
    if ask.card:
        return
    task = work.draft.get(TASK)
    if not task or (task.kind, task.who) != ("planning", who):
        raise Refused(
            "no_permission",
            "{who} has no planning permission.",
            "Enter the landing on Planning Permission, or say that a card allows it.",
            who=work.name(who),
        )
    work.draft.clear(TASK)


def fits(work: Work, who: str, deed: Deed, piece: str) -> bool:
    """Whether a bonus building or hazard may be put down there."""
    try:
        _check_fit(work, who, deed, piece)
        builder.in_stock(work.rules, work.draft, piece, 1)
    except Refused:
        return False
    return True


def _check_fit(work: Work, who: str, deed: Deed, piece: str) -> None:
    """Bonus in one's own or a free district, hazard in another's or a free one (page 6)."""
    rules, book = work.rules, work.draft
    owner = rules.owner(book, deed.pos)
    hazard = piece in lots.hazards(rules)
    if owner and (owner == who) == hazard:
        reason = (
            "A hazard goes into a district of somebody else, or a free one; {deed} is {owner}'s."
            if hazard
            else "A bonus building goes into one's own district, or a free one; "
            "{deed} is {owner}'s."
        )
        raise Refused(
            "wrong_district",
            reason,
            "Choose another district.",
            deed=deed.name,
            owner=work.name(owner),
        )
    shields = (lots.bonus_on if hazard else lots.hazards_on)(rules, book, deed.pos)
    if hazard and rules.option(book, "stadium_blocks_hazards") and book.held(deed.lot, STADIUM):
        shields = [*shields, STADIUM]
    if shields:
        raise Refused(
            "excluded",
            "On {deed} one keeps the other out: {piece}.",
            "Choose another district.",
            deed=deed.name,
            piece=Piece(shields[0]),
        )


def clear(work: Work, ask: Clear) -> None:
    """A hazard is paid away in one's own turn (page 7); a card may take any piece off."""
    who, rules = work.player(ask.who), work.rules
    deed = rules.deed(work.draft, ask.deed)
    amount = 0
    if not ask.card:
        if ask.piece not in lots.hazards(rules):
            raise Refused(
                "wrong_piece",
                "Only hazards are removed for money: {known}.",
                "Say so when a card takes something else away.",
                known=", ".join(lots.hazards(rules)),
            )
        rules.own_lot(work.draft, who, deed.pos)
        rules.build_turn(work.draft, who)
        printed = rules.at(work.draft)
        amount = printed.number(ask.piece) * printed.number("hazard_block_cost")
    if not work.draft.held(deed.lot, ask.piece):
        raise Refused(
            "no_building",
            "{deed} has none of these: {piece}.",
            "Look at the district.",
            deed=deed.name,
            piece=Piece(ask.piece),
        )
    work.spend(who, BANK, amount)
    work.draft.move(ask.piece, 1, deed.lot, BANK)
    work.done("clear", who=who, deed=deed.pos, piece=ask.piece, amount=amount)


# --- the railroad --------------------------------------------------------------------------


def rider(book: Holdings) -> str | None:
    """Who may take the railroad now, from where he landed in this turn."""
    ride = book.get(RIDE)
    if not ride or ride.turn_no != book.get(TURN_NO) or book.get(AT(ride.who)) != ride.pos:
        return None
    return ride.who


def jump(work: Work, ask: Jump) -> None:
    """By railroad to another district that has one; what is due here comes first (page 5)."""
    who = work.player(ask.who)
    not_jailed(work, who)
    if rider(work.draft) != who:
        raise Refused(
            "no_railroad",
            "{who} has not landed on a railroad in this turn.",
            "Enter the landing first; who starts the turn on a railroad rolls as usual.",
            who=work.name(who),
        )
    nothing_open(work)
    work.no_debt(who)
    target = work.rules.deed(work.draft, ask.pos)
    if not work.draft.held(target.lot, RAILROAD) or work.draft.get(AT(who)) == ask.pos:
        raise Refused(
            "no_railroad",
            "No railroad goes from here to {deed}.",
            "Choose another district with a railroad.",
            deed=target.name,
        )
    work.done("jump", who=who, pos=ask.pos)
    step_to(work, who, ask.pos, salary=False)
    arrive(work, who, ask.pos, None, 1)
    work.draft.clear(RIDE)
