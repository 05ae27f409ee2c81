package moirai.directed.levels;

import static moirai.directed.levels.OwnLevels.ofStatements;
import static moirai.directed.levels.OwnLevels.ofTransactions;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import moirai.directed.specification.Rule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PlacementTest {

    private static final String TRANSITIVE = "forall a, b, c: vis(a, b) and vis(b, c) => vis(a, c)";
    private static final String PREFIX = "forall a, b, c: ar(a, b) and vis(b, c) => vis(a, c)";
    private static final String NOT_BLIND = "forall a, b: ww(a, b) => vis(a, b)";

    static Stream<Promises> theory() {
        return Promises.all().stream();
    }

    @ParameterizedTest
    @MethodSource("theory")
    void aWrittenLevelIsAsStrongAsTheOneOfItsName(Promises level) {
        Promises written = OwnLevels.written(level);

        List<String> equal = level.name().matches("C[VC]") ? List.of("CV", "CC") : List.of(level.name());
        assertThat(Placement.of(written.own()).equal()).isEqualTo(equal);
        assertThat(written.axioms()).containsAll(level.axioms());
        assertThat(written.isAtMost(level)).isTrue();
        assertThat(level.isAtMost(written)).isTrue();
        assertThat(written.hasWholeTxns()).isEqualTo(level.hasWholeTxns());
    }

    /** The order of the ten levels, as their sets of axioms have it, is what a search of executions finds. */
    @Test
    void theTenLevelsStandInTheOrderOfTheirAxioms() {
        for (Promises level : Promises.all()) {
            Placement place = Placement.of(OwnLevels.written(level).own());
            for (Promises other : Promises.all()) {
                boolean isWeaker = other.isAtMost(level) && !level.isAtMost(other);
                boolean isStronger = level.isAtMost(other) && !other.isAtMost(level);
                assertThat(place.weaker().contains(other.name()))
                        .as("%s is weaker than %s", other.name(), level.name())
                        .isEqualTo(isWeaker);
                assertThat(place.stronger().contains(other.name()))
                        .as("%s is stronger than %s", other.name(), level.name())
                        .isEqualTo(isStronger);
            }
        }
    }

    /** Nagar and Jagannathan's parallel snapshot isolation has no causal visibility. */
    @Test
    void thePublishedParallelSnapshotIsolationIsWeakerThanTheUsualOne() {
        Promises published = ofTransactions(NOT_BLIND);

        assertThat(Placement.of(published.own()).text())
                .isEqualTo(
                        "stronger than EC, RC, RR, RA; weaker than PSI, SI, SER; neither stronger nor weaker than CV,"
                                + " CC, PC");
        assertThat(published.axioms()).contains(Axiom.NO_BLIND_CONFLICT).doesNotContain(Axiom.TRANSITIVE);
    }

    @Test
    void withPrefixesItIsSnapshotIsolation() {
        assertThat(Placement.of(ofTransactions(NOT_BLIND, PREFIX).own()).text()).isEqualTo("as strong as SI");
    }

    /** Reads count as well here: who reads what another one overwrites has to be seen by that one. */
    @Test
    void aLevelBetweenTwoOthers() {
        Promises level = ofTransactions(PREFIX, NOT_BLIND, "forall a, b: rw(a, b) and ar(a, b) => vis(a, b)");

        assertThat(Placement.of(level.own()).text())
                .isEqualTo("stronger than EC, CV, CC, RC, RR, RA, PC, PSI, SI; weaker than SER");
    }

    @Test
    void whatIsReadIsVisibleAnyway() {
        Placement place = Placement.of(
                ofTransactions("forall a, b: wr(a, b) => vis(a, b)").own());

        assertThat(place.text()).isEqualTo("as strong as RA");
        assertThat(place.idle()).hasSize(1);
    }

    @Test
    void anAxiomThatFollowsIsIdle() {
        Placement place =
                Placement.of(ofTransactions(PREFIX, TRANSITIVE, NOT_BLIND).own());

        assertThat(place.idle()).extracting(Rule::text).containsExactly(TRANSITIVE);
        assertThat(place.idle()).extracting(Rule::line).containsExactly(3);
    }

    /** What a transaction at the level is promised does not follow from what only others are promised. */
    @Test
    void aPromiseToAnotherTransactionImpliesNothing() {
        Promises toTheFirst = ofTransactions("forall a, b, c to a: vis(a, b) and vis(b, c) => vis(a, c)");

        assertThat(toTheFirst.axioms()).doesNotContain(Axiom.TRANSITIVE);
        assertThat(toTheFirst.isAtMost(Promises.CAUSAL_VISIBILITY)).isFalse();
        assertThat(Placement.of(toTheFirst.own()).weaker()).contains("CV");
    }

    @Test
    void keysAndLocksArePromisedBesideAxioms() {
        Promises level = Promises.of("own.level", "level of transactions with unique-keys, row-locks");

        assertThat(level.axioms()).contains(Axiom.UNIQUE_KEYS, Axiom.ROW_LOCKS);
        assertThat(level.isAtMost(Promises.SNAPSHOT)).isFalse();
    }

    @Test
    void theTextIsReadBack() {
        Promises level = ofStatements(TRANSITIVE + "   # causal");

        Promises again = Promises.parse(level.text());

        assertThat(level.text()).isEqualTo("own.level: level of statements " + TRANSITIVE);
        assertThat(again.text()).isEqualTo(level.text());
        assertThat(again.axioms()).isEqualTo(level.axioms());
        assertThat(Promises.parse(Promises.SNAPSHOT.text())).isEqualTo(Promises.SNAPSHOT);
    }
}
