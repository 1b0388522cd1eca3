"""What people may ask for themselves: whom they block, what is stored about them."""
