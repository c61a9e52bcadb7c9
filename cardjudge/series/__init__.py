"""Series of many games on several processes, and estimates from them."""
