package moirai.analysis.axioms.proof;

import moirai.analysis.axioms.AxiomaticLevel;

/** A history violates a level: the transactions that show it, and why they do. */
public record Refutation(AxiomaticLevel level, Witness witness, Proof proof) {}
