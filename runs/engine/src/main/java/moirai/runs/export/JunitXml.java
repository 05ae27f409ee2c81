package moirai.runs.export;

import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import moirai.runs.cases.Case;
import moirai.runs.cases.CaseText;
import moirai.runs.store.RunSummary;

/**
 * The writer of checks as the XML that CI servers read: one {@code testsuite}, restricted to what both Maven Surefire's
 * schema and that of Jenkins' JUnit plugin allow.
 */
final class JunitXml {

    private JunitXml() {}

    /**
     * The attributes that all checks share.
     *
     * @param classname the name under which CI servers file the checks
     */
    record Suite(String name, String classname, double seconds, Map<String, String> properties) {}

    static String of(RunSummary run, List<Check> checks) {
        var name = SuiteName.of(run.setup());
        var properties = new LinkedHashMap<String, String>();
        properties.put("verdict", run.ending().verdict());
        properties.put("expect", run.ending().expect());
        properties.put("database", run.setup().database());
        properties.put("isolation", run.setup().isolation());
        properties.put("durability", run.durabilityText());
        properties.put("workload", run.setup().workload());
        properties.put("seed", run.setup().seed());
        properties.put("started", run.setup().started());
        properties.put("committed", String.valueOf(run.seen().committed()));
        properties.put("aborted", String.valueOf(run.seen().aborted()));
        properties.put("indeterminate", String.valueOf(run.seen().indeterminate()));
        properties.put("directory", run.directory().toString());
        return of(
                new Suite(
                        "moirai " + name.database() + " at " + name.isolation() + ", " + name.workload()
                                + (name.faults().isEmpty() ? "" : ", faults " + name.faults()),
                        name.classname(),
                        run.seen().seconds(),
                        properties),
                checks);
    }

    /** Returns a suite with one failed check for the case. */
    static String of(Case found) {
        String label = found.claim().label();
        var failed = new Check.Result.Failed(label, label + " in " + found.foundOn(), CaseText.of(found));
        return of(
                new Suite(
                        "moirai case " + found.fingerprint(),
                        "moirai.cases",
                        0,
                        Map.of("fingerprint", found.fingerprint().toString())),
                List.of(new Check(found.fingerprint().name(), failed)));
    }

    static String of(Suite suite, List<Check> checks) {
        var text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            write(xml, suite, checks);
            xml.writeEndDocument();
            xml.flush();
        } catch (XMLStreamException impossible) {
            throw new IllegalStateException("a string cannot be written to", impossible);
        }
        return text + "\n";
    }

    private static void write(XMLStreamWriter xml, Suite suite, List<Check> checks) throws XMLStreamException {
        line(xml, "");
        xml.writeStartElement("testsuite");
        attribute(xml, "name", suite.name());
        attribute(xml, "time", String.format(Locale.ROOT, "%.3f", suite.seconds()));
        attribute(xml, "tests", String.valueOf(checks.size()));
        attribute(xml, "errors", count(checks, Check.Result.Unknown.class));
        attribute(xml, "skipped", count(checks, Check.Result.Skipped.class));
        attribute(xml, "failures", count(checks, Check.Result.Failed.class));
        properties(xml, suite.properties());
        for (Check check : checks) {
            line(xml, "  ");
            xml.writeStartElement("testcase");
            attribute(xml, "name", check.name());
            attribute(xml, "classname", suite.classname());
            attribute(xml, "time", check.seconds() == 0 ? "0" : String.format(Locale.ROOT, "%.3f", check.seconds()));
            result(xml, check.result());
            xml.writeEndElement();
        }
        line(xml, "");
        xml.writeEndElement();
    }

    private static void properties(XMLStreamWriter xml, Map<String, String> properties) throws XMLStreamException {
        line(xml, "  ");
        xml.writeStartElement("properties");
        for (Map.Entry<String, String> property : properties.entrySet()) {
            property(xml, property.getKey(), property.getValue());
        }
        line(xml, "  ");
        xml.writeEndElement();
    }

    private static void property(XMLStreamWriter xml, String name, String value) throws XMLStreamException {
        line(xml, "    ");
        xml.writeEmptyElement("property");
        attribute(xml, "name", name);
        attribute(xml, "value", value);
    }

    private static void result(XMLStreamWriter xml, Check.Result result) throws XMLStreamException {
        switch (result) {
            case Check.Result.Passed passed -> {}
            case Check.Result.Skipped(String message) -> {
                xml.writeEmptyElement("skipped");
                attribute(xml, "message", message);
            }
            case Check.Result.Unknown(String type, String message) -> {
                xml.writeEmptyElement("error");
                attribute(xml, "type", type);
                attribute(xml, "message", message);
            }
            case Check.Result.Failed(String type, String message, String text) -> {
                xml.writeStartElement("failure");
                attribute(xml, "type", type);
                attribute(xml, "message", message);
                xml.writeCharacters(allowed(text));
                xml.writeEndElement();
            }
        }
    }

    private static void attribute(XMLStreamWriter xml, String name, String value) throws XMLStreamException {
        xml.writeAttribute(name, allowed(value));
    }

    private static void line(XMLStreamWriter xml, String indent) throws XMLStreamException {
        xml.writeCharacters("\n" + indent);
    }

    private static String count(List<Check> checks, Class<? extends Check.Result> kind) {
        return String.valueOf(
                checks.stream().filter(check -> kind.isInstance(check.result())).count());
    }

    /**
     * Returns the text without the characters that XML cannot hold. XML 1.0, section 2.2, has no way to write most
     * control characters and lone surrogates, not even escaped.
     */
    private static String allowed(String text) {
        var allowed = new StringBuilder(text.length());
        text.codePoints().map(point -> isAllowed(point) ? point : '\uFFFD').forEach(allowed::appendCodePoint);
        return allowed.toString();
    }

    private static boolean isAllowed(int point) {
        return point == '\t'
                || point == '\n'
                || point == '\r'
                || (point >= 0x20 && point <= 0xD7FF)
                || (point >= 0xE000 && point <= 0xFFFD)
                || point >= 0x10000;
    }
}
