"""Sort letters into the bags of a post office, heaviest route first."""

from collections import defaultdict
from dataclasses import dataclass

GRAMS_PER_BAG = 500


@dataclass(frozen=True)
class Letter:
    """One letter: where it goes and what it weighs."""

    sender: str
    city: str
    grams: int

    def postage(self) -> int:
        """Return the price in cents: a base price and a step for each 20 grams."""
        if self.grams <= 0:
            raise ValueError(f"a letter weighs more than nothing, this one {self.grams} g")
        steps = -(-self.grams // 20)  # rounded up: a started step is a paid step
        return 85 + 40 * (steps - 1)


def group_by_city(letters: list[Letter]) -> dict[str, list[Letter]]:
    """Return the letters of each city, in the order in which they came."""
    cities = defaultdict(list)
    for letter in letters:
        cities[letter.city].append(letter)
    return dict(cities)


def fill_bags(letters: list[Letter], limit: int = GRAMS_PER_BAG) -> list[list[Letter]]:
    """Put the letters into bags, each letter into the first bag with room for it."""
    bags: list[list[Letter]] = []
    # The heaviest letters go first, because small ones still fit into the gaps.
    for letter in sorted(letters, key=lambda one: one.grams, reverse=True):
        for bag in bags:
            if sum(other.grams for other in bag) + letter.grams <= limit:
                bag.append(letter)
                break
        else:
            if letter.grams > limit:
                continue  # this one is a parcel and travels another way
            bags.append([letter])
    return bags


def plan(letters: list[Letter]) -> list[str]:
    """Return one line for each city, with its bags, its weight and its postage."""
    lines = []
    for city, group in sorted(group_by_city(letters).items()):
        bags = fill_bags(group)
        if not bags:
            lines.append(f"{city}: nothing to carry")
        else:
            carried = [letter for bag in bags for letter in bag]
            grams = sum(letter.grams for letter in carried)
            cents = sum(letter.postage() for letter in carried)
            lines.append(f"{city}: {len(bags)} bags, {grams} g, {cents / 100:.2f} paid")
    return lines
