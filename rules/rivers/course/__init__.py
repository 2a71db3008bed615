"""The machine of Rivers: rounds, engagements formed anew in each, and what happens in them."""
