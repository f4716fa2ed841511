"""The plain ways through the site, walked by a hand that counts its taps."""
