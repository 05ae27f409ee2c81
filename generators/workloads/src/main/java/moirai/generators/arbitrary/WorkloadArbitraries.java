package moirai.generators.arbitrary;

import moirai.generators.Groups;
import moirai.generators.KeyDistribution;
import moirai.generators.ScanMix;
import moirai.generators.Structure;
import moirai.generators.Workload;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Workloads as jqwik arbitraries. */
public final class WorkloadArbitraries {

    private WorkloadArbitraries() {}

    /**
     * Returns recipes of every kind, kept small (up to 20 keys, 40 appends a key, 8 ops) so that a few hundred plans
     * rotate the window; they shrink towards one key, one append and one op.
     */
    public static Arbitrary<Workload> workloads() {
        return Combinators.combine(
                        keyDistributions(),
                        Arbitraries.integers().between(1, 20),
                        Arbitraries.integers().between(1, 40),
                        Arbitraries.integers().between(1, 8),
                        Arbitraries.doubles().between(0, 1).ofScale(2),
                        scans())
                .as((keys, keyCount, writes, length, reads, scans) -> Workload.append()
                        .withKeyDistribution(keys)
                        .withKeyCount(keyCount)
                        .withMaxWritesPerKey(writes)
                        .withMaxTxnLength(length)
                        .withReadShare(reads)
                        .withScans(scans));
    }

    /** Returns recipes on groups of up to 5 keys, of every structure that has them, as small as those of others. */
    public static Arbitrary<Workload> grouped() {
        return Combinators.combine(
                        Arbitraries.of(Structure.LISTS, Structure.REGISTERS, Structure.SETS, Structure.COUNTERS),
                        keyDistributions(),
                        Arbitraries.integers().between(1, 20),
                        Arbitraries.integers().between(1, 10),
                        Arbitraries.doubles().between(0, 1).ofScale(2),
                        Combinators.combine(
                                        groups(),
                                        Arbitraries.doubles().between(0, 1).ofScale(2))
                                .as(Shape::new))
                .as((structure, keys, keyCount, writes, reads, shape) -> Workload.of(structure)
                        .withKeyDistribution(keys)
                        .withKeyCount(keyCount)
                        .withMaxWritesPerKey(writes)
                        .withReadShare(reads)
                        .withGroups(structure == Structure.REGISTERS ? shape.groups() : uncompared(shape.groups()))
                        .withAbortShare(shape.abortShare()));
    }

    /** Only registers are compared before they are written. */
    private static Groups uncompared(Groups groups) {
        return groups.reads() == Groups.Reads.COMPARED
                ? new Groups(groups.size(), groups.changes(), Groups.Reads.FIRST)
                : groups;
    }

    private record Shape(Groups groups, double abortShare) {}

    private static Arbitrary<Groups> groups() {
        return Combinators.combine(
                        Arbitraries.integers().between(1, 5),
                        Arbitraries.integers().between(1, 5),
                        Arbitraries.of(Groups.Reads.values()))
                .as((size, changes, reads) -> new Groups(size, Math.min(size, changes), reads));
    }

    /** Returns every share of scans up to one half, over up to 20 keys; they shrink towards none. */
    public static Arbitrary<ScanMix> scans() {
        return Combinators.combine(
                        Arbitraries.doubles().between(0, 0.5).ofScale(2),
                        Arbitraries.integers().between(1, 20))
                .as(ScanMix::new);
    }

    /** Returns distributions of every kind, which shrink towards the uniform one. */
    public static Arbitrary<KeyDistribution> keyDistributions() {
        return Arbitraries.oneOf(
                Arbitraries.just(new KeyDistribution.Uniform()),
                Arbitraries.doubles().between(1.5, 4).ofScale(2).map(KeyDistribution.Exponential::new),
                Arbitraries.doubles().between(0.5, 2).ofScale(2).map(KeyDistribution.Zipfian::new));
    }
}
