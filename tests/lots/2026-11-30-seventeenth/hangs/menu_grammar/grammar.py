"""The kitchen's menus, as the cooks write them:

    monday
      soup: leek (cold) (spicy) 3.20
      main: pie 7.50
"""

import pyparsing as pp

NAME = pp.Word(pp.alphas, pp.alphas + "-'")
TITLE = pp.OneOrMore(~pp.Char(pp.nums) + NAME).set_parse_action(" ".join)
PRICE = pp.Combine(pp.Word(pp.nums) + "." + pp.Word(pp.nums, exact=2)).set_parse_action(
    lambda found: float(found[0])
)
REMARK = pp.Suppress("(") + TITLE + pp.Suppress(")")
REMARKS = pp.ZeroOrMore(pp.Optional(REMARK))
COURSE = pp.one_of("soup main sweet") + pp.Suppress(":")
DISH = pp.Group(
    COURSE("course") + TITLE("title") + pp.Group(REMARKS)("remarks") + PRICE("price")
)
DAY = pp.one_of("monday tuesday wednesday thursday friday")
MENU = pp.Group(DAY("day") + pp.Group(pp.OneOrMore(DISH))("dishes"))
WEEK = pp.OneOrMore(MENU)
