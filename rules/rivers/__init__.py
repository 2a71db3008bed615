"""Rivers: a rule system of engagements, in which only strikes have a strike rank.  No machine plays it yet."""
