/** Random workloads: endless streams of plans that follow from a recipe and a seed. */
module moirai.generators {
    requires transitive moirai.history;
    requires static transitive net.jqwik.api;
    requires static transitive org.jspecify;

    exports moirai.generators;
    exports moirai.generators.arbitrary;
}
