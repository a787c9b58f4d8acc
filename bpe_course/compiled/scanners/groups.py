"""Classes of characters taken together, as the patterns take them."""

from bpe_course.compiled.categories import CharacterClass

Group = frozenset[CharacterClass]

END = Group([CharacterClass.END])

SPACE = Group([CharacterClass.SPACE])
OTHER_SPACE = Group([CharacterClass.OTHER_SPACE])
LINE_BREAK = Group([CharacterClass.LINE_BREAK])

NUMBER = Group([CharacterClass.NUMBER])
MARK = Group([CharacterClass.MARK])
SLASH = Group([CharacterClass.SLASH])
APOSTROPHE = Group([CharacterClass.APOSTROPHE])
PLAIN_SYMBOL = Group([CharacterClass.SYMBOL, CharacterClass.SLASH])
SYMBOL = PLAIN_SYMBOL | APOSTROPHE | MARK

LOWER = Group(one for one in CharacterClass if one.name.startswith(("LOWER", "LONG")))
UPPER = Group(one for one in CharacterClass if one.name.startswith("UPPER"))
CASELESS = Group([CharacterClass.CASELESS])
LETTER = LOWER | UPPER | CASELESS

# The letters of the contractions: `'s`, `'d`, `'m`, `'t`; `'ll`; `'ve`, `'re`.
LOWER_SDMT = Group([CharacterClass.LOWER_SDMT])
LOWER_L = Group([CharacterClass.LOWER_L])
LOWER_VR = Group([CharacterClass.LOWER_VR])
LOWER_E = Group([CharacterClass.LOWER_E])
UPPER_L = Group([CharacterClass.UPPER_L])
UPPER_VR = Group([CharacterClass.UPPER_VR])
ANY_SDMT = Group([CharacterClass.LOWER_SDMT, CharacterClass.UPPER_SDMT, CharacterClass.LONG_S])
ANY_L = LOWER_L | UPPER_L
ANY_VR = LOWER_VR | UPPER_VR
ANY_E = Group([CharacterClass.LOWER_E, CharacterClass.UPPER_E])
