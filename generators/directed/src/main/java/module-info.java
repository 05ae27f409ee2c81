/** Directed tests: abstract programs, and the anomalies that they can suffer at a level. */
module moirai.directed {
    requires static transitive org.jspecify;
    requires transitive moirai.history;
    requires com.fasterxml.jackson.core;
    requires com.fasterxml.jackson.databind;
    requires logicng;

    exports moirai.directed.causes;
    exports moirai.directed.encoding;
    exports moirai.directed.execution;
    exports moirai.directed.levels;
    exports moirai.directed.program;
    exports moirai.directed.program.json;
    exports moirai.directed.proof;
    exports moirai.directed.repairs;
    exports moirai.directed.search;
    exports moirai.directed.solving;
    exports moirai.directed.specification;
}
