"""bezant where parsers are trained: torchmetrics, spaCy's registry, callbacks of trainers."""
