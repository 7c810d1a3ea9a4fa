# node() of a collection in which one part is empty.
# https://github.com/shapely/shapely/issues/2425
import shapely


def borders(parts):
    return shapely.node(shapely.GeometryCollection(parts))  # <-- here


field = shapely.Polygon([(0, 0), (1, 1), (0, 1), (0, 0)])
print(borders([field]))
print(borders([shapely.Polygon([]), field]))
