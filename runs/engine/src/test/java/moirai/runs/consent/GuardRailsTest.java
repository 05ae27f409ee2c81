package moirai.runs.consent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import moirai.clients.Inspection;
import moirai.clients.Location;
import moirai.clients.Mark;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GuardRailsTest {

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final Location APP = at("app");
    private static final Mark MARK = Mark.of(APP, "staging", "ann", false, NOW.plus(Duration.ofHours(1)));
    private static final Inspection CLEAN = found(List.of(MARK));
    private static final Terms ANN = terms("ann", Duration.ofMinutes(5));

    private static Location at(String database) {
        return new Location(database, "system 1");
    }

    private static Inspection found(List<Mark> marks) {
        return new Inspection(APP, "tester", false, marks, List.of(), List.of());
    }

    private static Terms terms(String owner, Duration length) {
        return new Terms(owner, List.of(), false, false, NOW, NOW.plus(length));
    }

    private static List<String> reasons(Inspection found, Terms terms) {
        return GuardRails.of(found, terms).stream().map(Refusal::found).toList();
    }

    private static Refusal.Lift lift(Inspection found, Terms terms) {
        List<Refusal> refusals = GuardRails.of(found, terms);
        assertThat(refusals).hasSize(1);
        return refusals.getFirst().lift();
    }

    @Test
    void aDatabaseThatItsOwnerHasMarkedMayBeTested() {
        assertThat(reasons(CLEAN, ANN)).isEmpty();
    }

    @Test
    void aDatabaseWithoutAMarkMayNot() {
        assertThat(reasons(found(List.of()), ANN))
                .containsExactly("database 'app' is not marked as one that may be tested");
        assertThat(lift(found(List.of()), ANN)).isEqualTo(new Refusal.Lift.Marking(List.of()));
    }

    @Test
    void aMarkEndsInTheVeryMomentThatItNames() {
        Instant end = NOW.plus(Duration.ofHours(1));

        assertThat(reasons(CLEAN, new Terms("ann", List.of(), false, false, end.minusSeconds(1), end)))
                .isEmpty();
        assertThat(reasons(CLEAN, new Terms("ann", List.of(), false, false, end, end)))
                .containsExactly("the mark of database 'app' has expired at 2026-11-21T13:00:00Z");
    }

    @Test
    void aMarkHasToOutliveTheRun() {
        assertThat(reasons(CLEAN, terms("ann", Duration.ofHours(1)))).isEmpty();
        assertThat(reasons(CLEAN, terms("ann", Duration.ofMinutes(61))))
                .containsExactly("the mark of database 'app' expires at 2026-11-21T13:00:00Z, before the time limit"
                        + " (2026-11-21T13:01:00Z)");
        assertThat(lift(CLEAN, terms("ann", Duration.ofDays(3))))
                .isEqualTo(new Refusal.Lift.Marking(List.of("--ttl", "74h")));
    }

    @Test
    void aMarkOfSomebodyElseIsNotOurs() {
        assertThat(reasons(CLEAN, terms("bob", Duration.ofMinutes(5))))
                .containsExactly("the mark of database 'app' is of 'ann', and you are 'bob'");
        assertThat(lift(CLEAN, terms("bob", Duration.ofMinutes(5))))
                .isEqualTo(new Refusal.Lift.Marking(List.of("--take-over")));
    }

    /** A dump of a marked database, restored as another, brings the mark's table along. */
    @Test
    void aMarkThatCameWithACopyOfTheDataIsNone() {
        var copy = new Inspection(at("shop"), "tester", false, List.of(MARK), List.of(), List.of());

        assertThat(reasons(copy, ANN))
                .containsExactly(
                        "the mark of database 'shop' was made for another database or server, or changed by hand");
    }

    /** A dump that is restored under the same name elsewhere brings the mark's table along, too. */
    @Test
    void aMarkThatCameWithTheDataToAnotherServerIsNone() {
        var clone =
                new Inspection(new Location("app", "system 2"), "tester", false, List.of(MARK), List.of(), List.of());

        assertThat(reasons(clone, ANN))
                .containsExactly(
                        "the mark of database 'app' was made for another database or server, or changed by hand");
        assertThat(GuardRails.ofReplacing(clone, "bob", NOW)).isEmpty();
    }

    @Test
    void aMockStoreIsRefusedForThatAlone() {
        var store =
                new Inspection(new Location("", Location.MOCK_STORE), "moirai", false, List.of(), List.of(), List.of());

        assertThat(lift(store, ANN)).isEqualTo(new Refusal.Lift.Instead(List.of("run", "--db", "mock")));
        assertThat(GuardRails.ofServer(CLEAN)).isEmpty();
    }

    @Test
    void aMarkThatWasProlongedByHandIsNone() {
        var longer = new Mark("staging", "ann", false, NOW.plus(Duration.ofDays(900)), MARK.token());

        assertThat(reasons(found(List.of(longer)), ANN)).hasSize(1);
        assertThat(reasons(found(List.of(MARK, longer)), ANN))
                .containsExactly("table moirai_target in database 'app' holds 2 marks");
    }

    @Test
    void whatIsAllowedIsNoReasonAndEachReasonIsToldBesideTheOthers() {
        var shared = new Inspection(
                APP, "tester", true, List.of(), List.of(), List.of("public.a", "public.b", "public.c", "x.d"));
        var allowing = new Terms("ann", List.of(), true, true, NOW, NOW);

        assertThat(reasons(shared, ANN))
                .containsExactly(
                        "database 'app' is not marked as one that may be tested",
                        "'tester' is a super-user, who could harm more than this database",
                        "database 'app' holds tables that are not Moirai's (public.a, public.b, public.c and 1 more)");
        assertThat(reasons(shared, allowing)).containsExactly("database 'app' is not marked as one that may be tested");
    }

    @Test
    void aNameThatIsAllowedDoesNotReplaceTheMark() {
        var production = new Inspection(at("shop_prod"), "tester", false, List.of(), List.of(), List.of());
        var allowing = new Terms("ann", List.of("shop_prod"), false, false, NOW, NOW);

        assertThat(reasons(production, ANN)).hasSize(2).contains("'shop_prod' looks like production");
        assertThat(reasons(production, allowing)).hasSize(1).doesNotContain("'shop_prod' looks like production");
    }

    @Test
    void onlyALiveMarkOfSomebodyElseMustNotBeReplaced() {
        assertThat(GuardRails.ofReplacing(CLEAN, "ann", NOW)).isEmpty();
        assertThat(GuardRails.ofReplacing(CLEAN, "bob", NOW)).hasSize(1);
        assertThat(GuardRails.ofReplacing(CLEAN, "bob", MARK.expiresAt())).isEmpty();
    }

    @Test
    void onlyWithAMarkIsAnythingRemovedAndOneThatHasExpiredSuffices() {
        var left = List.of("public.moirai_append0");
        var expired = Mark.of(APP, "staging", "ann", false, NOW.minus(Duration.ofDays(9)));

        assertThat(GuardRails.ofClearing(found(List.of()), List.of())).isEmpty();
        assertThat(GuardRails.ofClearing(
                        new Inspection(APP, "tester", false, List.of(expired), left, List.of()), List.of()))
                .isEmpty();
        assertThat(GuardRails.ofClearing(new Inspection(APP, "tester", false, List.of(), left, List.of()), List.of()))
                .extracting(Refusal::found)
                .containsExactly("database 'app' is not marked, so that public.moirai_append0 may be somebody's");
        assertThat(GuardRails.ofClearing(
                        new Inspection(at("shop"), "tester", false, List.of(MARK), left, List.of()), List.of()))
                .hasSize(1);
        var production = new Inspection(at("shop_prod"), "tester", false, List.of(), List.of(), List.of());
        assertThat(GuardRails.ofClearing(production, List.of())).hasSize(1);
        assertThat(GuardRails.ofClearing(production, List.of("shop_prod"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"prod", "shop_prod", "PROD-1", "prod1.example.com", "liveDb", "my.prd", "Production"})
    void namesLikeTheseLookLikeProduction(String name) {
        assertThat(ProductionNames.isOne(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"product", "alive", "delivery", "reproduction", "staging", "127.0.0.1", "", "liverpool"})
    void namesLikeTheseDoNot(String name) {
        assertThat(ProductionNames.isOne(name)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc:postgresql://db.prod:5432/shop?ssl=true   | db.prod shop",
                "jdbc:postgresql://a:1,b:2/shop                 | a b shop",
                "jdbc:postgresql://[::1]:5432/shop              | [::1] shop",
                "jdbc:postgresql:shop?ssl=true                  | shop",
                "jdbc:mariadb:sequential://h/shop;x=y           | h shop",
                "jdbc:postgresql:///                            | ''",
            })
    void aUrlNamesItsHostsAndItsDatabase(String url, String names) {
        assertThat(String.join(" ", ProductionNames.in(url))).isEqualTo(names);
    }
}
