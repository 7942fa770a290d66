"""What `bezant.spark` is made of."""
