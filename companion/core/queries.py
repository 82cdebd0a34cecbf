"""Questions about a game, answered as plain data: the table, dues, ways to raise, standings."""

from __future__ import annotations

from typing import Any

from msgspec.structs import astuple

from companion.core.auction import next_bid
from companion.core.book import BANK, MONEY, POT
from companion.core.deadlines import auction
from companion.core.errors import Refused
from companion.core.fact import Fact
from companion.core.facts import (
    AGAIN,
    AT,
    BIDS,
    BUILD_CLAIMS,
    DEBTS,
    ENDED,
    HIGH_BID,
    JAILED,
    OFFERS,
    PAY_REQUESTS,
    PURCHASE,
    QUEUE,
    RENT,
    ROLLED,
    TASK,
    TAX,
    TURN,
    TURN_NO,
)
from companion.core.game import AFTER_THE_END, Game
from companion.core.ledger_text import sentence
from companion.core.requests import Allowed, Due, Ledger, Raise, Request, Standings, State
from companion.core.work import Work, debts


def answer(game: Game, question: Request) -> dict[str, Any]:
    """The answer to a question. Raises Refused where it cannot be answered."""
    match question:
        case State():
            return table_state(game)
        case Due():
            return due(game, question)
        case Raise():
            return ways(game, question.who)
        case Allowed():
            return {"allowed": allowed(game)}
        case Standings():
            return {"standings": standings(game)}
        case Ledger():
            return {"ledger": ledger(game, question.n)}
    raise Refused(
        "no_question",
        "'{do}' is no question the book can answer.",
        "Ask for state, due, raise, allowed, standings or ledger.",
        do=question.do,
    )


def table_state(game: Game) -> dict[str, Any]:
    """Everything on the table."""
    rules, book = game.rules, game.book
    edition = rules.edition
    seats = rules.seats(book)
    ended = book.get(ENDED)
    return {
        "edition": edition.id,
        "players": list(seats),
        "names": {who: rules.name(book, who) for who in seats},
        "cash": {who: rules.cash(book, who) for who in seats},
        "bank": book.held(BANK, MONEY),
        "pot": book.held(POT, MONEY),
        "deeds": {str(pos): _deed_state(game, pos) for pos in edition.deeds},
        "stock": {piece: book.held(BANK, piece) for piece in edition.stock},
        "cards": {
            card: {who: n for who in seats if (n := book.held(who, card))} for card in edition.cards
        },
        "turn": book.get(TURN),
        "turn_no": book.get(TURN_NO),
        "at": {who: book.get(AT(who)) for who in seats},
        "jail": {who: tries for who in seats if (tries := book.get(JAILED(who))) is not None},
        "open": _open(game),
        "debts": [
            {"n": d.number, "who": d.who, "to": d.to, "amount": d.amount, "why": d.why}
            for d in debts(book)
        ],
        "auction": _auction_state(game),
        "queue": [*(book.get(QUEUE) or ())],
        "wants": [list(astuple(one)) for one in book.get(BUILD_CLAIMS) or ()],
        "offers": [one.number for one in book.get(OFFERS) or ()],
        "wishes": [list(astuple(one)) for one in book.get(PAY_REQUESTS) or ()],
        "options": {spec.name: rules.option(book, spec.name) for spec in edition.options},
        "out": list(rules.out(book)),
        **rules.more(book),
        "ended": ended.why if ended else None,
        "ranking": [list(astuple(rank)) for rank in ended.ranking] if ended else [],
    }


def _deed_state(game: Game, pos: int) -> dict[str, Any]:
    rules, book = game.rules, game.book
    return {
        "owner": rules.owner(book, pos) or None,
        "level": rules.level(book, pos),
        "buildings": rules.pieces_on(book, pos),
        "mortgaged": rules.mortgaged(book, pos),
    }


def _open(game: Game) -> dict[str, Any] | None:
    """What the last landing left open: an offer, a rent, a tax or a task of the space."""
    book = game.book
    if offer := book.get(PURCHASE):
        price = game.rules.at(book).deeds[offer.pos].price
        return {"kind": "buy", "who": offer.who, "deed": offer.pos, "amount": price}
    if rent := book.get(RENT):
        return {
            "kind": "rent", "who": rent.who, "to": rent.to, "deed": rent.deed,
            "amount": rent.amount,
        }  # fmt: skip
    if tax := book.get(TAX):
        return {"kind": "tax", "who": tax.who, "pos": tax.pos}
    if task := book.get(TASK):
        return {"kind": task.kind, "who": task.who, "pos": task.pos}
    return None


def _auction_state(game: Game) -> dict[str, Any] | None:
    book = game.book
    lot = auction(book)
    if lot is None:
        return None
    leader = book.get(HIGH_BID)
    least = next_bid(lot, leader)
    return {
        "deed": lot.deed if lot.deed >= 0 else None,
        "piece": lot.piece or None,
        "next_bid": least,
        "bid": leader.amount if leader else None,
        "who": leader.who if leader else None,
        "ends": lot.ends or None,
        "bids": [list(astuple(one)) for one in book.get(BIDS) or ()],
        "bidders": bidders(game),
    }


def bidders(game: Game) -> list[dict[str, Any]]:
    """Everybody still playing with cash, limit, and whether the next bid is within his means."""
    rules, book = game.rules, game.book
    lot = auction(book)
    if lot is None:
        return []
    least = next_bid(lot, book.get(HIGH_BID))
    found = []
    for who in rules.playing(book):
        cash = book.held(who, MONEY)
        limit = cash if lot.piece else rules.raiseable(book, who)
        free = rules.option(book, "bids_beyond_means") and not lot.piece
        indebted = any(debt.who == who for debt in debts(book))
        can = who in lot.bidders and not indebted and (bool(free) or limit >= least)
        found.append({"who": who, "cash": cash, "limit": limit, "out": not can})
    return found


def due(game: Game, ask: Due) -> dict[str, Any]:
    """What a landing would cost, to whom and why."""
    rules, book = game.rules, game.book
    who = Work(rules, book, 0).player(ask.who)
    tax = rules.at(book).taxes.get(ask.deed)
    quote = (
        rules.tax(book, who, tax, "", ask.dice)
        if tax
        else rules.rent(book, ask.deed, ask.dice, ask.times, who)
    )
    return {
        "amount": quote.amount,
        "to": quote.to or None,
        "why": str(quote.why),
        "template": quote.why.template,
        "facts": {key: _data(value) for key, value in quote.why.facts.items()},
    }


def _data(value: object) -> object:
    return int(value) if isinstance(value, int) else str(value)


def ways(game: Game, who: str) -> dict[str, Any]:
    """What ``who`` could raise, way by way, and what he owes."""
    rules, book = game.rules, game.book
    who = Work(rules, book, 0).player(who)
    owed = sum(debt.amount for debt in debts(book) if debt.who == who)
    total = rules.raiseable(book, who)
    return {
        "who": who,
        "cash": book.held(who, MONEY),
        "ways": [
            {
                "do": way.do,
                **({"deed": way.deed} if way.deed >= 0 else {"group": way.group}),
                "amount": way.amount,
                "now": way.now,
            }
            for way in rules.raise_ways(book, who)
        ],
        "total": total,
        "owed": owed,
        "left": total - owed,
    }


def standings(game: Game) -> list[dict[str, Any]]:
    """Everybody's worth with its parts, best first; equal worth shares a rank."""
    rows: list[dict[str, Any]] = []
    for place, worth in enumerate(game.rules.end_ranking(game.book), 1):
        tie = rows and rows[-1]["total"] == worth.total
        rows.append(
            {
                "rank": rows[-1]["rank"] if tie else place,
                "who": worth.who,
                "cash": worth.cash,
                "deeds": worth.deeds,
                "buildings": worth.buildings,
                "total": worth.total,
            }
        )
    for who in reversed(game.rules.out(game.book)):
        rows.append(
            {"rank": len(rows) + 1, "who": who, "cash": 0, "deeds": 0, "buildings": 0, "total": 0}
        )
    return rows


def ledger(game: Game, n: int | None) -> list[dict[str, Any]]:
    """The last ``n`` entries in plain words, oldest first."""
    entries = game.book.entries[-n:] if n else game.book.entries
    return [
        {
            "id": entry.id,
            "at": entry.at,
            "reason": entry.reason,
            "text": str(sentence(game.rules, game.book, entry)),
            "void": game.is_void(entry.id),
        }
        for entry in entries
    ]


def allowed(game: Game) -> list[str]:
    """The do-words that can make sense now; each may still be refused for its details."""
    book = game.book
    words = ["undo"] if game.can_undo() else []
    words += ["redo"] if game.can_redo() else []
    if book.get(ENDED):
        return sorted({*words, *(kind.do for kind in AFTER_THE_END if kind.do == "rename")})
    own = game.rules.allowed(book)
    if own is not None:
        return sorted({*words, *own})
    if auction(book):
        return sorted({*words, "bid", "close", "cancel", "sell", "mortgage", "rename"})
    words += ["pay", "salary", "fine", "each_pays", "pays_each", "repairs", "take", "give_back"]
    words += ["build", "sell", "mortgage", "lift", "deal", "offer", "want", "bankrupt", "finish"]
    words += ["correct", "correct_payee", "mend", "option", "rename", "jail", "auction"]
    opened = _open(game)
    if opened:
        words += {"buy": ["buy", "decline"], "rent": ["rent", "waive"], "tax": ["tax"]}.get(
            opened["kind"], []
        )
    else:
        words += ["buy", "land", "goto"]
        if book.get(AGAIN) or not book.get(ROLLED):
            words += ["roll", "roll_again"]
    words += [kind.do for kind in game.rules.handlers]
    waiting: dict[str, Fact[Any]] = {
        "settle": DEBTS, "accept": OFFERS, "confirm": PAY_REQUESTS, "unwant": BUILD_CLAIMS,
    }  # fmt: skip
    words += [word for word, fact in waiting.items() if book.get(fact)]
    if not opened or opened["kind"] == "rent":
        words.append("end_turn")
    if any(book.get(JAILED(who)) is not None for who in game.rules.playing(book)):
        words.append("leave_jail")
    return sorted({*words} - game.rules.never)
