package moirai.directed.proof;

import java.util.Arrays;
import java.util.List;
import moirai.directed.encoding.Encoding;
import moirai.directed.encoding.Scenario;

/**
 * An execution that prevents a proof.
 *
 * @param what what it shows, as {@code path newOrder, delivery}
 * @param scenario its transactions; if there are others beside them, its rows are those that no transaction wrote
 * @param findings what each SELECT returns
 */
public record CounterModel(String what, Scenario scenario, List<String> findings) {

    public CounterModel {
        findings = List.copyOf(findings);
    }

    /**
     * Returns a readable execution of an encoding under assumptions, which can hold; one in which all numbers fit if
     * there is one.
     */
    static CounterModel of(String what, Encoding encoding, int... assumptions) {
        var reader = encoding.reader();
        int[] exact = Arrays.copyOf(assumptions, assumptions.length + 1);
        exact[assumptions.length] = encoding.fits();
        boolean fits = encoding.circuit().isSatisfiable(exact);
        encoding.circuit().grant(fits ? exact : assumptions, reader.wishes());
        return new CounterModel(
                fits ? what : what + ", if a number may leave its bounds",
                reader.scenario(encoding.instances()),
                reader.findings());
    }

    /** Returns the text for people: what it shows, then its rows, calls, statements and findings, a line each. */
    public String text() {
        var text = new StringBuilder(what).append('\n').append(scenario.text());
        findings.forEach(finding -> text.append("  ").append(finding).append('\n'));
        return text.toString();
    }
}
