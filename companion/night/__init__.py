"""Many tables, one evening: they tell their night what happened, and it shows, counts and draws rounds."""
