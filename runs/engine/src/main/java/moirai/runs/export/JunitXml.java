package moirai.runs.export;

import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import moirai.runs.store.RunSummary;

/**
 * Checks as the XML that CI servers read: one {@code testsuite}, with what both Maven Surefire's schema and that of
 * Jenkins' JUnit plugin allow and nothing else.
 */
final class JunitXml {

    private JunitXml() {}

    static String of(RunSummary run, List<Check> checks) {
        var text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            write(xml, run, checks);
            xml.writeEndDocument();
            xml.flush();
        } catch (XMLStreamException impossible) {
            throw new IllegalStateException("a string cannot be written to", impossible);
        }
        return text + "\n";
    }

    private static void write(XMLStreamWriter xml, RunSummary run, List<Check> checks) throws XMLStreamException {
        line(xml, "");
        xml.writeStartElement("testsuite");
        attribute(
                xml,
                "name",
                "moirai " + run.setup().database() + " at " + run.setup().isolation());
        attribute(xml, "time", String.format(Locale.ROOT, "%.3f", run.seen().seconds()));
        attribute(xml, "tests", String.valueOf(checks.size()));
        attribute(xml, "errors", count(checks, Check.Result.Unknown.class));
        attribute(xml, "skipped", count(checks, Check.Result.Skipped.class));
        attribute(xml, "failures", count(checks, Check.Result.Failed.class));
        properties(xml, run);
        for (Check check : checks) {
            line(xml, "  ");
            xml.writeStartElement("testcase");
            attribute(xml, "name", check.name());
            attribute(xml, "classname", "moirai." + run.setup().isolation().replaceAll("[^A-Za-z0-9]+", "_"));
            attribute(xml, "time", "0");
            result(xml, check.result());
            xml.writeEndElement();
        }
        line(xml, "");
        xml.writeEndElement();
    }

    private static void properties(XMLStreamWriter xml, RunSummary run) throws XMLStreamException {
        line(xml, "  ");
        xml.writeStartElement("properties");
        property(xml, "verdict", run.ending().verdict());
        property(xml, "expect", run.ending().expect());
        property(xml, "database", run.setup().database());
        property(xml, "isolation", run.setup().isolation());
        property(xml, "workload", run.setup().workload());
        property(xml, "seed", run.setup().seed());
        property(xml, "started", run.setup().started());
        property(xml, "committed", String.valueOf(run.seen().committed()));
        property(xml, "aborted", String.valueOf(run.seen().aborted()));
        property(xml, "indeterminate", String.valueOf(run.seen().indeterminate()));
        property(xml, "directory", run.directory().toString());
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

    /** XML 1.0, section 2.2, has no way to write most control characters and lone surrogates, not even escaped. */
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
