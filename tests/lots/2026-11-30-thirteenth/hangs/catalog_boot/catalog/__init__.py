from .articles import ARTICLES, Article

__all__ = ["ARTICLES", "Article"]
