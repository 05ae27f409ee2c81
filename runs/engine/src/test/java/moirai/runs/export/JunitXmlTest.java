package moirai.runs.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import moirai.generators.Structure;
import moirai.generators.Workload;
import moirai.runs.ExitCode;
import moirai.runs.store.RunSummary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/**
 * The files are checked against the schema of Maven Surefire, which the build unpacks from its sources before tests are
 * compiled.
 */
class JunitXmlTest {

    @TempDir
    private Path root;

    @Test
    void theExpectedLevelFailsWithTheTextOfItsAnomaly() throws Exception {
        Element suite = parsed(Export.JUNIT.of(StoredRuns.invalid(root)));

        Element failed = testCase(suite, "level strict-serializable");
        assertThat(failed.getElementsByTagName("failure").item(0).getTextContent())
                .contains("write skew", "a contradiction!");
        assertThat(((Element) failed.getElementsByTagName("failure").item(0)).getAttribute("type"))
                .isEqualTo("G2-item");
        assertThat(bad(testCase(suite, "documented: strict-serializable is strict-serializable")))
                .isEqualTo(1);
        assertThat(bad(testCase(suite, "level snapshot-isolation"))).isZero();
    }

    @Test
    void ofAValidRunNothingIsBad() throws Exception {
        Element suite = parsed(Export.JUNIT.of(StoredRuns.valid(root)));

        assertThat(bad(suite)).isZero();
        assertThat(suite.getElementsByTagName("testcase").getLength()).isGreaterThan(10);
        assertThat(suite.getElementsByTagName("skipped").getLength()).isZero();
    }

    @Test
    void tooLittleEvidenceIsAFailure() throws Exception {
        Element suite = parsed(Export.JUNIT.of(StoredRuns.tooShort(root)));

        assertThat(bad(testCase(suite, "the evidence suffices"))).isEqualTo(1);
        assertThat(bad(suite)).isEqualTo(1);
    }

    @Test
    void lostAppendsAreAFailureThoughEveryLevelHolds() throws Exception {
        Path run = StoredRuns.edited(
                StoredRuns.valid(root),
                "\"asked\" : false,\n      \"known\" : false,\n      \"acknowledged\" : 0,\n      \"lost\" : 0",
                "\"asked\" : true, \"known\" : true, \"acknowledged\" : 7, \"lost\" : 2");
        StoredRuns.edited(run, "\"exit-code\" : 0", "\"exit-code\" : 1");

        Element suite = parsed(Export.JUNIT.of(run));

        assertThat(bad(testCase(suite, "acknowledged appends are kept"))).isEqualTo(1);
        assertThat(bad(suite)).isEqualTo(1);
    }

    /** A run without faults has no final reads. */
    @Test
    void whatWasNotCheckedIsSaid() throws Exception {
        assertThat(Export.JUNIT.of(StoredRuns.valid(root)))
                .contains("name=\"durability\" value=\"not checked: only a run with faults")
                .contains("acknowledged appends");
    }

    /** An unknown verdict is never valid, nor is a run that was stopped or left something behind. */
    @ParameterizedTest
    @EnumSource(ExitCode.class)
    void aRunIsGreenIfAndOnlyIfItsExitCodeIsNought(ExitCode code) throws Exception {
        RunSummary run = StoredRuns.ending("SOME", code.code());

        Element suite = parsed(JunitXml.of(run, Check.of(run, List.of())));

        assertThat(bad(suite) == 0).isEqualTo(code == ExitCode.VALID);
    }

    /** Of each pair one thing differs; the first two ask the same question. */
    @Test
    void namesTellRunsApartThatAskSomethingElse() throws Exception {
        List<String> append = List.of("run", "--nemesis", "pause,kill", "--seed", "1");
        List<RunSummary.Setup> setups = List.of(
                setup("H2 2.4.240", "serializable", Workload.append(), List.of("run", "--seed", "1")),
                setup("H2 2.5.252", "serializable", Workload.append(), List.of("run", "--seed", "2")),
                setup("H2 3.0", "serializable", Workload.append(), List.of("run")),
                setup("H2 2.4.240", "read-committed", Workload.append(), List.of("run")),
                setup("H2 2.4.240", "serializable", Workload.of(Structure.REGISTERS), List.of("run")),
                setup("H2 2.4.240", "serializable", Workload.append().withKeyCount(2), List.of("run")),
                setup("H2 2.4.240", "serializable", Workload.append(), append),
                setup("H2 2.4.240", "serializable", Workload.append(), List.of("run", "--nemesis=kill")));
        var names = new ArrayList<String>();
        var classnames = new ArrayList<String>();
        for (RunSummary.Setup setup : setups) {
            RunSummary run = StoredRuns.ending("VALID", 0, setup);
            Element suite = parsed(JunitXml.of(run, Check.of(run, List.of())));
            names.add(suite.getAttribute("name"));
            classnames.add(((Element) suite.getElementsByTagName("testcase").item(0)).getAttribute("classname"));
        }

        assertThat(names.getFirst()).isEqualTo("moirai H2 2 at serializable, append");
        assertThat(classnames)
                .containsExactly(
                        "moirai.H2_2.serializable.append",
                        "moirai.H2_2.serializable.append",
                        "moirai.H2_3.serializable.append",
                        "moirai.H2_2.read_committed.append",
                        "moirai.H2_2.serializable.register",
                        "moirai.H2_2.serializable.append_key_count_2",
                        "moirai.H2_2.serializable.append.kill_pause",
                        "moirai.H2_2.serializable.append.kill");
        assertThat(names.stream().distinct()).hasSize(setups.size() - 1);
    }

    private static RunSummary.Setup setup(String database, String isolation, Workload workload, List<String> argv) {
        return new RunSummary.Setup(database, isolation, workload.toString(), "1", "", argv);
    }

    @Test
    void whatXmlCannotHoldIsReplacedAndTheRestIsEscaped() throws Exception {
        RunSummary run = StoredRuns.ending("VALID", 0);
        var odd = new Check("a\u0000b \uD800 <c> & \"d\" ]]>", new Check.Result.Failed("x", "y\u001b[0m", "]]> <z>"));

        Element suite = parsed(JunitXml.of(run, List.of(odd)));

        Element found = (Element) suite.getElementsByTagName("testcase").item(0);
        assertThat(found.getAttribute("name")).isEqualTo("a\uFFFDb \uFFFD <c> & \"d\" ]]>");
        assertThat(found.getTextContent()).isEqualTo("]]> <z>");
    }

    @Test
    void theSchemaRefusesWhatIsNoReport() {
        assertThatThrownBy(() -> validate("<testsuite name='x'/>")).isInstanceOf(SAXException.class);
    }

    private static Element parsed(String xml) throws Exception {
        assertThatCode(() -> validate(xml)).as(xml).doesNotThrowAnyException();
        Element suite = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(xml)))
                .getDocumentElement();
        assertThat(suite.getAttribute("tests"))
                .isEqualTo(String.valueOf(suite.getElementsByTagName("testcase").getLength()));
        assertThat(Integer.parseInt(suite.getAttribute("failures")) + Integer.parseInt(suite.getAttribute("errors")))
                .isEqualTo(bad(suite));
        return suite;
    }

    private static void validate(String xml) throws SAXException, IOException {
        SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(Path.of("target/schemas/surefire-test-report.xsd").toFile())
                .newValidator()
                .validate(new StreamSource(new StringReader(xml)));
    }

    private static int bad(Element element) {
        return element.getElementsByTagName("failure").getLength()
                + element.getElementsByTagName("error").getLength();
    }

    private static Element testCase(Element suite, String name) {
        NodeList all = suite.getElementsByTagName("testcase");
        var names = new ArrayList<String>();
        for (int i = 0; i < all.getLength(); i++) {
            Element one = (Element) all.item(i);
            names.add(one.getAttribute("name"));
            if (one.getAttribute("name").equals(name)) {
                return one;
            }
        }
        throw new AssertionError("no test case '" + name + "' among " + names);
    }
}
