/** Judges histories: inference, dependency graphs, cycles, levels, verdicts and explanations. */
module moirai.analysis {
    requires static transitive org.jspecify;
    requires transitive moirai.history;
    requires transitive it.unimi.dsi.fastutil.core;

    exports moirai.analysis;
    exports moirai.analysis.axioms;
    exports moirai.analysis.axioms.incremental;
    exports moirai.analysis.axioms.small;
    exports moirai.analysis.judged;
    exports moirai.analysis.keyvalue;
    exports moirai.analysis.counters;
    exports moirai.analysis.durability;
    exports moirai.analysis.explanation;
    exports moirai.analysis.listappend;
    exports moirai.analysis.reduction;
    exports moirai.analysis.registers;
    exports moirai.analysis.sets;
    exports moirai.analysis.shrinking;
    exports moirai.analysis.streaming;
    exports moirai.analysis.streaming.lists;
    exports moirai.analysis.streaming.models;
    exports moirai.analysis.time;
    exports moirai.analysis.validation;
    exports moirai.analysis.axioms.proof;
}
