"""Every entry in plain words: English templates the catalogue can translate, fields kept apart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.book import BANK, POT, Holdings
from companion.core.booked import MEND
from companion.core.entry import Entry, Plain
from companion.core.printed import figure, value_phrase
from companion.core.rules import Rules
from companion.core.values import Phrase, Pieces

SENTENCES: Mapping[str, str] = {
    "open": "The game begins",
    "roll": "{who} rolls {dice} and comes to {pos}",
    "roll.stays": "{who} rolls {dice} and {stays}",
    "roll.jailed": "{who} rolls {dice} and {goes}",
    "land": "{who} lands on {pos}",
    "land.jailed": "{who} {goes}",
    "land.takes": "{who} lands on {pos} and takes a card: {takes}",
    "land.untaxed": "{who} lands on {pos} and has nothing to pay",
    "goto": "A card takes {who} to {pos}",
    "stand": "{who} stands on {pos}",
    "goto.jailed": "{who} {goes}",
    "roll_again": "{who} rolled a double and goes on",
    "end_turn": "{next} is up",
    "jail": "{who} {goes}",
    "leave_jail": "{who} {leaves}",
    "leave_jail.fine": "{who} pays {amount} and {leaves}",
    "leave_jail.card": "{who} {leaves} with a card",
    "pay": "{source} pays {target} {amount}",
    "pay.bank": "The bank pays {target} {amount}",
    "pay.pot": "The pot pays {target} {amount}",
    "wish": "{target} asks the bank for {amount}",
    "wish_refused": "The banker refuses {target} {amount}",
    "salary": "{who} collects {amount} on GO",
    "rent": "{who} pays {to} {amount} rent for {deed}",
    "waive": "{to} did not ask {who} for the rent of {deed}",
    "tax": "{who} pays {amount} tax",
    "fine": "{who} pays the bank {amount}",
    "fine.pot": "{who} pays {amount} into the pot",
    "each_pays": "Everybody pays {who} {amount}",
    "each_pays.debts": "Everybody pays {who} {amount}, or owes it",
    "pays_each": "{who} pays everybody {amount}",
    "pays_each.debts": "{who} owes everybody {amount}",
    "repairs": "{who} pays {amount} for repairs",
    "debt": "{who} owes {to} {amount}",
    "settle": "{who} pays the debt of {amount} to {to}",
    "take": "{who} keeps a card: {what}",
    "give_back": "{who} puts a card back: {what}",
    "bankrupt": "{who} is bankrupt, everything goes to {to}",
    "finish": "The table ends the game",
    "time_up": "The time is up",
    "buy": "{who} buys {deed} for {amount}",
    "decline": "{who} does not buy {deed}; it is auctioned",
    "build": "{who} builds {pieces} for {amount}",
    "sell": "{who} sells {pieces} for {amount}",
    "want": "{who} would build on {deed}",
    "unwant": "{who} no longer waits to build",
    "mortgage": "{who} mortgages {deed} for {amount}",
    "lift": "{who} lifts the mortgage on {deed} for {amount}",
    "deal": "{a} and {b} make a deal",
    "offer": "{a} offers {b} a deal",
    "withdraw": "The deal {a} offered {b} is off",
    "hand_over": "A card gives {deed} to {to}",
    "auction": "{deed} is auctioned",
    "auction.piece": "The bank auctions one building: {piece}",
    "bid": "{who} bids {amount}",
    "sold": "{who} gets {deed} for {amount}",
    "sold.debts": "{who} wins {deed} for {amount} and cannot pay all of it yet",
    "sold.piece": "{who} gets a building for {deed} at {amount}: {piece}",
    "unsold": "Nobody bids for {deed}; it stays with the bank",
    "unsold.piece": "The building stays with the bank: {piece}",
    "cancel": "The auction is void",
    "correct": "The card says: {what} is {value}, not {before}",
    "correct.deed": "{card}: The card says: {what} is {value}, not {before}",
    "correct_payee": "{who} passes {amount} on to {to}, who should have got it",
    "mend": "Put right: {of}",
    "mend.gone": "Taken back: {of}",
    "mend.source": "Put right: {source} pays {target} {amount} ({of})",
    "mend.amount": "Put right: {amount} each ({of})",
    "option": "House rule {rule}: {value}",
    "rename": "{before} is now called {name}",
    "undo": "Undone: {of}",
    "redo": "Done again: {of}",
}
"""A template per reason; ``reason.variant`` where a word of the detail changes the sentence."""

_PLAYERS = frozenset({"who", "to", "a", "b", "source", "target", "next", "owner", "by"})
_MONEY = frozenset({"amount", "interest", "salary", "fine", "pot"})


def sentence(rules: Rules, book: Holdings, entry: Entry) -> Phrase:
    """What happened, for the ledger."""
    template = SENTENCES.get(_variant(entry)) or rules.sentences.get(entry.reason, entry.reason)
    facts = {key: _shown(rules, book, key, value) for key, value in entry.detail.items()}
    facts = _told(rules, book, entry, facts)
    if entry.reason in ("undo", "redo", MEND):
        facts["of"] = _name_of(rules, book, entry)
    words = Phrase(template, **facts)
    if entry.detail.get("salary"):
        words = Phrase("{what}; GO pays {salary}", what=words, salary=facts["salary"])
    return words


def _variant(entry: Entry) -> str:
    detail = entry.detail
    names = [name for name in ("jailed", "stays", "debts", "takes", "untaxed") if detail.get(name)]
    if detail.get("piece"):
        names.append("piece")
    if entry.reason == "pay" and detail.get("source") in (BANK, POT):
        names.append(str(detail["source"]))
    if isinstance(detail.get("how"), str):
        names.append(str(detail["how"]))
    if entry.reason == "fine" and any(getattr(one, "target", "") == POT for one in entry.lines):
        names.append(POT)
    if entry.reason == MEND:
        names += [name for name in ("gone", "source", "amount") if detail.get(name)]
    if entry.reason == "correct" and detail.get("deed") != -1:
        names.append("deed")
    found = (f"{entry.reason}.{name}" for name in names)
    return next((name for name in found if name in SENTENCES), entry.reason)


def _told(
    rules: Rules, book: Holdings, entry: Entry, facts: dict[str, object]
) -> dict[str, object]:
    """Fields a template may need that this entry's detail spells another way."""
    who = entry.detail.get("who")
    if isinstance(who, str):
        corner = rules.corner(book, who)
        facts |= {"goes": corner.goes, "stays": corner.stays, "leaves": corner.leaves}
    if entry.reason == "debt":
        opened: Any = entry.detail.get("debts")
        _, who, to, amount, _ = opened[-1]
        facts |= {
            "who": rules.name(book, who),
            "to": rules.holder(book, to),
            "amount": rules.money(amount),
        }
    if entry.reason == "correct":
        facts |= _correction(rules, book, entry.detail)
    if entry.reason == "option":
        spec = rules.edition.option(str(entry.detail.get("name")))
        facts["rule"] = Phrase(spec.title) if spec else ""
        if isinstance(facts["value"], str):
            facts["value"] = Phrase(facts["value"])
    if entry.reason == "roll" and "pos" not in facts:
        marks = (line for line in entry.lines if getattr(line, "what", "").startswith("at:"))
        mark: Any = next(marks, None)
        facts["pos"] = _space(rules, book, mark.after) if mark else ""
    return facts


def _correction(rules: Rules, book: Holdings, detail: Mapping[str, Plain]) -> dict[str, object]:
    """What a card of this table says, in the words of the card."""
    field, pos = str(detail.get("field")), detail.get("deed")
    deed = pos if isinstance(pos, int) else -1
    return {
        "card": rules.at(book).spaces[deed].name if deed >= 0 else "",
        "what": value_phrase(rules.edition, field, deed),
        "value": figure(rules.edition, field, detail.get("value")),
        "before": figure(rules.edition, field, detail.get("before")),
    }


def _name_of(rules: Rules, book: Holdings, entry: Entry) -> Phrase:
    of = str(entry.detail.get("of"))
    return Phrase(rules.undo_labels.get(of) or LABELS.get(of, of))


LABELS: Mapping[str, str] = {
    "roll": "the dice",
    "land": "the landing",
    "goto": "the card's move",
    "stand": "the token put right",
    "roll_again": "the double",
    "end_turn": "the end of the turn",
    "jail": "going to jail",
    "leave_jail": "leaving jail",
    "pay": "the payment",
    "wish": "the wish",
    "salary": "the salary",
    "rent": "the rent",
    "waive": "the waived rent",
    "tax": "the tax",
    "fine": "the fine",
    "each_pays": "the payments to one",
    "pays_each": "the payments to everybody",
    "repairs": "the repairs",
    "debt": "the debt",
    "settle": "the paid debt",
    "take": "the card taken",
    "give_back": "the card put back",
    "bankrupt": "the bankruptcy",
    "finish": "the end of the game",
    "time_up": "the end of the game",
    "buy": "the purchase",
    "decline": "the declined purchase",
    "build": "the building",
    "sell": "the sale of buildings",
    "mortgage": "the mortgage",
    "lift": "the lifted mortgage",
    "deal": "the deal",
    "offer": "the offer",
    "hand_over": "the deed handed over",
    "auction": "the auction",
    "bid": "the bid",
    "sold": "the sale by auction",
    "unsold": "the end of the auction",
    "cancel": "the void auction",
    "correct": "the correction",
    "correct_payee": "the corrected payee",
    "mend": "the correction",
    "option": "the house rule",
    "rename": "the new name",
}
"""What an undo or redo names."""


def _shown(rules: Rules, book: Holdings, key: str, value: Plain) -> object:
    if key in _PLAYERS and isinstance(value, str):
        return rules.holder(book, value)
    if key in _MONEY and isinstance(value, int):
        return rules.money(value)
    if key == "deed" and isinstance(value, int):
        return _space(rules, book, value) if value >= 0 else ""
    if key == "pos" and isinstance(value, int):
        return _space(rules, book, value)
    if key == "pieces" and isinstance(value, tuple):
        counts: Any = value
        return Pieces(tuple(counts))
    if key in ("piece", "takes", "what", "gives", "group") and isinstance(value, str):
        return rules.named(value)
    if key in ("value", "before") and isinstance(value, bool):
        return Phrase("on" if value else "off")
    if key == "dice" and isinstance(value, tuple):
        return " + ".join(str(part) for part in value)
    return value


def _space(rules: Rules, book: Holdings, pos: int) -> object:
    """A deed by its name; what else a board prints is a word the catalogue may know."""
    space = rules.at(book).spaces[pos]
    name = space.name or space.kind.replace("_", " ")
    return name if pos in rules.edition.deeds else Phrase(name)
