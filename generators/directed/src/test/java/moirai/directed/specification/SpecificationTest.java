package moirai.directed.specification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpecificationTest {

    private static final List<String> PROMISES = List.of("row-locks", "unique-keys");

    private static Specification parse(String text) {
        return Specification.parse(text.replace("|", "\n"), PROMISES);
    }

    @Test
    void commentsAndLinesAreFree() {
        Specification read = parse("# mine||level of transactions with unique-keys # checked|forall a,b,c :|"
                + "  not ( vis(a, b) or ar(b,c) )  # why|and ww(c, a) => vis( c,|a)|");

        assertThat(read.unit()).isEqualTo(Unit.TRANSACTIONS);
        assertThat(read.promises()).containsExactly("unique-keys");
        assertThat(read.rules())
                .containsExactly(new Rule(
                        List.of("a", "b", "c"),
                        new Formula.And(List.of(
                                new Formula.Not(new Formula.Or(List.of(
                                        new Formula.Atom(Relation.VISIBLE, 0, 1),
                                        new Formula.Atom(Relation.ORDER, 1, 2)))),
                                new Formula.Atom(Relation.WRITE_WRITE, 2, 0))),
                        new Formula.Atom(Relation.VISIBLE, 2, 0),
                        0,
                        "forall a,b,c : not ( vis(a, b) or ar(b,c) ) and ww(c, a) => vis( c, a)",
                        4));
    }

    /** As everywhere, "and" binds more tightly than "or". */
    @Test
    void andBindsMoreTightlyThanOr() {
        Formula premise = parse("level of transactions|forall a, b: ww(a, b) or wr(a, b) and rw(a, b) => ar(a, b)")
                .rules()
                .getFirst()
                .premise();

        assertThat(premise).isInstanceOf(Formula.Or.class);
    }

    @Test
    void theOwnerIsNamedOrTheOneThatTheEdgeLeadsTo() {
        assertThat(parse("level of transactions|forall a, b: ww(a, b) => vis(a, b)")
                        .rules())
                .extracting(Rule::owner)
                .containsExactly(1);
        assertThat(parse("level of transactions|forall a, b to a: ww(a, b) => vis(a, b)")
                        .rules())
                .extracting(Rule::owner)
                .containsExactly(0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "\"\"; line 1, column 1: the text ends, expected 'level'",
                "levels; line 1, column 1: 'levels', expected 'level'",
                "level of rows; line 1, column 10: 'rows', expected 'transactions' or 'statements'",
                "level of statements with keys; column 26: 'keys', expected 'row-locks' or 'unique-keys'",
                "level of transactions|x; line 2, column 1: 'x', expected 'forall'",
                "level of transactions|forall a: vis(a, b) => vis(a, b); line 2, column 9: ':', expected ',' and",
                "level of transactions|forall a, a: vis(a, b) => vis(a, b); column 11: 'a' is there twice",
                "level of transactions|forall a, vis: vis(a, b) => vis(a, b); column 11: 'vis', expected a name",
                "level of transactions|forall a, b, c, d, e: ar(a, b) => ar(a, b); column 20: 'e' is one name too many",
                "level of transactions|forall a, b, c: ar(a, b) => ar(a, b); column 14: 'c' is in no relation",
                "level of transactions|forall a, b to c: ar(a, b) => ar(a, b); column 16: 'c', expected one of a, b",
                "level of transactions|forall a, b: viz(a, b) => ar(a, b); column 14: 'viz', expected one of vis, ar,"
                        + " ww, wr, rw, not or (",
                "level of statements|forall a, b: viz(a, b) => ar(a, b); vis, ar, ww, wr, rw, same, so, not or (",
                "level of transactions|forall a, b: so(a, b) => vis(a, b); column 14: 'so' is about statements of one",
                "level of transactions|forall a, b: ar(a, a) => vis(a, b); column 20: 'a' is there twice",
                "level of transactions|forall a, b: ar(a, b => vis(a, b); column 22: '=>', expected ')'",
                "level of transactions|forall a, b: (ar(a, b) => vis(a, b); column 24: '=>', expected ')'",
                "level of transactions|forall a, b: ar(a, b) vis(a, b); column 23: 'vis', expected '=>'",
                "level of transactions|forall a, b: ar(a, b) => ww(a, b); column 26: 'ww' cannot be promised, expected"
                        + " one of vis, ar: a promise is one edge",
                "level of transactions|forall a, b: ar(a, b) => not vis(a, b); column 26: 'not', expected one of vis",
                "level of transactions|forall a, b: ar(a, b) =>; line 2, column 25: the text ends, expected one of vis",
                "level of transactions|forall a, b: ar(a, b) ? ar(a, b); column 23: '?', expected '=>'"
            })
    void whatIsWrongIsNamedWithItsPlace(String text, String message) {
        assertThatThrownBy(() -> parse(text))
                .isInstanceOf(SpecificationException.class)
                .hasMessageContaining(message.replace(", expected", "; expected"));
    }

    @Test
    void textsThatAreTooLongOrTooDeepAreRefused() {
        String deep = "level of transactions|forall a, b: " + "not ".repeat(60) + "ar(a, b) => ar(a, b)";

        assertThatThrownBy(() -> parse(deep)).hasMessageContaining("line 2, column 218: more than 50");
        assertThatThrownBy(() -> parse("#".repeat(20_001))).hasMessageContaining("expected at most 20000");
    }

    /** A level that a serial execution breaks is one that no database can keep: each may run one after the other. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "transactions|forall a, b: ww(a, b) => vis(b, a); a, then b with ww(a, b), vis(b, a) does not hold",
                "transactions|forall a, b: not vis(a, b) => ar(a, b); b, then a, ar(a, b) does not hold",
                "transactions|forall a, b, c: vis(a, b) and ar(a, c) => ar(c, b); does not hold",
                "statements|forall a, b: same(a, b) => vis(a, b); with same(a, b), vis(a, b) does not hold",
                "statements|forall a, b, c: vis(a, b) => vis(b, c); does not hold"
            })
    void whatSerialExecutionsBreakIsRefused(String text, String message) {
        assertThatThrownBy(() -> parse("level of " + text))
                .isInstanceOf(SpecificationException.class)
                .hasMessageStartingWith("line 2, column 1: in the serial execution ")
                .hasMessageContaining(message)
                .hasMessageEndingWith("; expected an axiom that each serial execution keeps");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "transactions|forall a, b: rw(a, b) => ar(a, b)",
                "transactions|forall a, b: not vis(a, b) and not vis(b, a) => vis(a, b)",
                "statements|forall a, b: so(a, b) => vis(a, b)",
                "statements|forall a, b: so(a, b) or wr(a, b) => ar(a, b)"
            })
    void whatSerialExecutionsKeepIsAccepted(String text) {
        assertThat(parse("level of " + text).rules()).hasSize(1);
    }
}
