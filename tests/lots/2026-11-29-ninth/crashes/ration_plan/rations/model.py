"""A model for one animal. GLPK counts rows and columns from 1."""

import swiglpk as glp


class Ration:
    def __init__(self, feeds, need):
        self.feeds = [feed for feed in feeds if feed.name not in need.without]
        self.columns = {feed.name: number for number, feed in enumerate(feeds, 1)}
        self.need = need
        self.problem = glp.glp_create_prob()
        glp.glp_set_obj_dir(self.problem, glp.GLP_MIN)

    def build(self):
        problem = self.problem
        glp.glp_add_rows(problem, 2)
        glp.glp_set_row_bnds(problem, 1, glp.GLP_LO, self.need.energy, 0)
        glp.glp_set_row_bnds(problem, 2, glp.GLP_LO, self.need.protein, 0)
        glp.glp_add_cols(problem, len(self.feeds))
        for feed in self.feeds:
            self.add(feed)

    def add(self, feed):
        column = self.columns[feed.name]
        glp.glp_set_col_name(self.problem, column, feed.name)
        glp.glp_set_col_bnds(self.problem, column, glp.GLP_LO, 0, 0)
        glp.glp_set_obj_coef(self.problem, column, feed.price)
        rows, values = glp.intArray(3), glp.doubleArray(3)
        rows[1], rows[2] = 1, 2
        values[1], values[2] = feed.energy, feed.protein
        glp.glp_set_mat_col(self.problem, column, 2, rows, values)

    def solve(self):
        options = glp.glp_smcp()
        glp.glp_init_smcp(options)
        options.msg_lev = glp.GLP_MSG_OFF
        if glp.glp_simplex(self.problem, options):
            raise ValueError(self.need.animal)
        return {
            feed.name: glp.glp_get_col_prim(self.problem, self.columns[feed.name])
            for feed in self.feeds
        }

    def close(self):
        glp.glp_delete_prob(self.problem)
