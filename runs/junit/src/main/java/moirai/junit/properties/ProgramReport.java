package moirai.junit.properties;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import moirai.exploration.program.Program;
import moirai.exploration.program.ProgramTxn;
import net.jqwik.api.SampleReportingFormat;

/** The form in which jqwik reports a program: each session on a line, with the names of its transactions. */
public final class ProgramReport implements SampleReportingFormat {

    @Override
    public boolean appliesTo(Object value) {
        return value instanceof Program;
    }

    @Override
    public Object report(Object value) {
        var program = (Program) value;
        var lines = new LinkedHashMap<Object, Object>();
        for (int session = 0; session < program.sessions().size(); session++) {
            lines.put(
                    SampleReportingFormat.plainLabel("session " + session),
                    SampleReportingFormat.plainLabel(names(program.sessions().get(session))));
        }
        if (!program.afterwards().isEmpty()) {
            lines.put(
                    SampleReportingFormat.plainLabel("afterwards"),
                    SampleReportingFormat.plainLabel(names(program.afterwards())));
        }
        return lines;
    }

    private static String names(List<ProgramTxn> txns) {
        return txns.stream().map(ProgramTxn::name).collect(Collectors.joining(" | "));
    }

    @Override
    public Optional<String> label(Object value) {
        return Optional.of("Program");
    }
}
