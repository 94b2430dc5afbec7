"""The account pages that django-allauth does not have: keeping a guest's account, recovery codes,
tokens, preferences."""
