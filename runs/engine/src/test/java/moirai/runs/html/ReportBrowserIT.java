package moirai.runs.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import moirai.history.History;
import moirai.history.RunHeader;
import moirai.history.Seed;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.support.ui.WebDriverWait;

/** The page is opened as a file in a real browser. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReportBrowserIT {

    /** The name of a folder with a blank and a hash: links must work wherever a run is stored. */
    private static final String FOLDER = "run #1";

    /** The folder of a run of twelve hours. */
    private static final String LONG = "long";

    /** The folder of a run that began at a time of day, on a server that Moirai started. */
    private static final String DATED = "dated";

    private static final String ATTACK = "</script><img src=x onerror=alert(1)>";

    @TempDir
    private static Path folder;

    @SuppressWarnings("NullAway.Init")
    private ChromeDriver browser;

    @BeforeAll
    void open() throws IOException {
        browser = Browsers.start(folder.resolve("profile"));
        writeReport();
    }

    private static Path run() {
        return folder.resolve(FOLDER);
    }

    private static void writeReport() throws IOException {
        Path witness = Files.createDirectories(run().resolve("anomalies/G2-item-1"));
        Files.writeString(witness.resolve("explanation.txt"), "the proof in words\n");
        History history =
                Sources.history(Sources.WRITE_SKEW, Sources.header("PostgreSQL 18.6" + ATTACK), Sources.PAUSE);
        HtmlReport.write(Sources.of(history, run(), List.of(ATTACK)), run().resolve(HtmlReport.NAME));
        Path dated = folder.resolve(DATED);
        Files.createDirectories(dated.resolve("logs"));
        Files.writeString(
                dated.resolve("logs/n1.log"),
                "2026-11-20 08:00:00.030 UTC [7] LOG:  recovery | `paused` " + ATTACK + "\n"
                        + "2026-11-20 08:01:00.000 UTC [7] LOG:  a minute later\n");
        var header = new RunHeader(
                new Seed(1),
                "append",
                "repeatable-read",
                "serializable",
                "Post|gre`SQL",
                Instant.parse("2026-11-20T08:00:00Z"));
        History ofADay = Sources.history(Sources.WRITE_SKEW, header, Sources.PAUSE);
        HtmlReport.write(Sources.of(ofADay, dated, List.of()), dated.resolve(HtmlReport.NAME));
        Path longRun = Files.createDirectories(folder.resolve(LONG));
        HtmlReport.write(
                LongRuns.of(LongRuns.summary(3_000_000, Duration.ofHours(12)), longRun),
                longRun.resolve(HtmlReport.NAME));
    }

    @BeforeEach
    void load() {
        browser.manage().window().setSize(new Dimension(1280, 900));
        browser.get("about:blank");
        browser.get(address());
        await(By.cssSelector("#anomaly .edge"));
    }

    private static String address() {
        return run().resolve(HtmlReport.NAME).toUri().toString();
    }

    @AfterAll
    void close() {
        if (browser != null) {
            browser.quit();
        }
    }

    private WebElement await(By what) {
        return new WebDriverWait(browser, Duration.ofSeconds(10), Duration.ofMillis(20))
                .until(driver -> driver.findElement(what));
    }

    private String text(String selector) {
        return browser.findElement(By.cssSelector(selector)).getText();
    }

    @Test
    void theVerdictStandsFirstAndSaysWhoseFaultItIs() {
        assertThat(text("h1")).startsWith("INVALID").contains("found G2-item");
        assertThat(text(".meaning")).startsWith("Not a bug of the database: its repeatable-read is documented as");
    }

    @Test
    void anEdgeShowsTheOpsThatAreItsEvidence() {
        List<WebElement> edges = browser.findElements(By.cssSelector("#anomaly .edge"));
        assertThat(edges).hasSize(2);

        browser.executeScript("document.querySelector('[data-edge=\"1\"]').focus()");
        browser.switchTo().activeElement().sendKeys(Keys.ENTER);

        await(By.cssSelector(".evidence[data-edge='1']"));
        assertThat(text(".evidence")).contains("T1 comes before T0", "select list 2", "update list 2 append 7");
    }

    @Test
    void anAddressNamesAnEdge() {
        String row = browser.findElement(By.cssSelector("tr[data-id]")).getDomAttribute("data-id");
        browser.get("about:blank");
        browser.get(address() + "#a=" + row + "&w=1&e=2");

        await(By.cssSelector(".evidence[data-edge='1']"));
    }

    @Test
    void timelineAndChartsZoomByKeyAndByMouse() {
        for (String picture : List.of("#anomaly .timeline svg", "#performance .chart svg")) {
            double all = shown(picture);
            browser.executeScript("document.querySelector('" + picture + "').focus()");
            browser.switchTo().activeElement().sendKeys("+");
            assertThat(shown(picture)).isLessThan(all * 0.6);
            browser.switchTo().activeElement().sendKeys("0");
            assertThat(shown(picture)).isEqualTo(all);
        }
    }

    private double shown(String picture) {
        WebElement svg = await(By.cssSelector(picture));
        return Double.parseDouble(String.valueOf(svg.getDomAttribute("data-to")))
                - Double.parseDouble(String.valueOf(svg.getDomAttribute("data-from")));
    }

    @Test
    void timesAreThoseOfTheServersLogToo() {
        open(DATED);

        assertThat(text("tr[data-id]")).contains("08:00:00.0");
        assertThat(text(".when")).contains("from 08:00:00.010 to 08:00:00.060 UTC");
        assertThat(text("pre.log"))
                .isEqualTo("n1  2026-11-20 08:00:00.030 UTC [7] LOG:  recovery | `paused` " + ATTACK);
        assertThat(text("#faults")).contains("08:00:00.015 UTC");
    }

    /** Two shapes may have one name. */
    @Test
    void aShapeIsToldByItsReasons() {
        assertThat(text("tr[data-id] .shape")).isEqualTo("2 transactions: 2 missed writes");
        assertThat(browser.findElements(By.cssSelector("tr[data-id] .shape svg path.line.rw")))
                .hasSize(2);
    }

    @Test
    void anAnomalyIsCopiedAsAnIssue() {
        open(DATED);
        browser.findElement(By.cssSelector("#issue summary")).click();

        assertThat(text("#issue pre"))
                .startsWith("# write skew (G2-item): Post\\|gre'SQL at repeatable-read\n")
                .contains(
                        "- **Level:** asked for `repeatable-read`, ",
                        "- **Found:** at least 1 time in 3 committed transactions, first at 08:00:00.",
                        "- **Faults then active:** pause n2",
                        "| T0, session 0 | T1, session 1 |\n| --- | --- |\n| `begin` |  |",
                        "1. T0 < T1, because ",
                        "```sh\nmoirai run --db postgres --seed 7f3a\n```");
    }

    private void open(String run) {
        browser.get(folder.resolve(run).resolve(HtmlReport.NAME).toUri().toString());
        await(By.cssSelector("#anomaly .edge"));
    }

    @Test
    void linksLeadToTheRecords() {
        browser.findElement(By.linkText("anomalies/G2-item-1/explanation.txt")).click();

        assertThat(await(By.tagName("body")).getText()).isEqualTo("the proof in words");
    }

    @ParameterizedTest
    @ValueSource(ints = {320, 400, 800, 1280})
    void nothingIsWiderThanTheScreen(int width) {
        for (String name : List.of(FOLDER, LONG, DATED)) {
            browser.get(folder.resolve(name).resolve(HtmlReport.NAME).toUri().toString());

            Object needed = onAScreen(width, "return document.documentElement.scrollWidth");

            assertThat(((Number) Objects.requireNonNull(needed)).intValue())
                    .as(name)
                    .isLessThanOrEqualTo(width);
        }
    }

    /** The command is there to be copied, and to be read before that. */
    @ParameterizedTest
    @ValueSource(ints = {320, 1280})
    void aLongCommandIsSeenWhole(int width) {
        Object isCut = onAScreen(
                width, "return [...document.querySelectorAll('pre.command')].map(e => e.scrollWidth > e.clientWidth)");

        assertThat(isCut).isEqualTo(List.of(false));
    }

    /** Rows that the level allows are hidden until the reader asks for them; narrow screens lay rows out as blocks. */
    @Test
    void aHiddenRowIsHiddenOnANarrowScreenToo() {
        Object places = onAScreen(
                400,
                "const row = document.querySelector('table.rows tbody tr');"
                        + " const before = row.getClientRects().length; row.hidden = true;"
                        + " return [before, row.getClientRects().length].join(' ');");

        assertThat(places).isEqualTo("1 0");
    }

    private @Nullable Object onAScreen(int width, String script) {
        browser.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
        try {
            browser.navigate().refresh();
            await(By.cssSelector("#anomaly .edge"));
            return browser.executeScript(script);
        } finally {
            browser.executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
        }
    }

    /**
     * WCAG 2.2, 1.4.3, asks for a contrast of 4.5 to 1, and of 3 to 1 for large text, by the relative luminance of the
     * background.
     */
    @Test
    void everyTextStandsOutFromWhatIsBehindIt() throws IOException {
        assertThatEveryTextStandsOut();
        for (String name : List.of(LONG, DATED)) {
            open(name);
            browser.executeScript("document.querySelectorAll('details').forEach(one => one.open = true)");
            assertThatEveryTextStandsOut();
        }
    }

    private void assertThatEveryTextStandsOut() throws IOException {
        String contrast = Files.readString(Path.of("src/test/resources/browser/contrast.js"));
        for (String theme : List.of("light", "dark")) {
            browser.executeScript("document.documentElement.dataset.theme = arguments[0]", theme);

            Object weak = browser.executeScript(contrast);

            assertThat((List<?>) Objects.requireNonNull(weak)).as(theme).isEmpty();
        }
    }

    @Test
    void aPageIsThereBeforeAnybodyWaits() {
        Object millis = browser.executeScript("return performance.getEntriesByType('navigation')[0].loadEventEnd");

        assertThat(((Number) Objects.requireNonNull(millis)).doubleValue()).isBetween(1.0, 2_000.0);
    }

    /** A page of twelve hours has charts with more points, and thousands of faults above them. */
    @Test
    void thePageOfALongRunIsThereSoonToo() {
        open(LONG);

        Object millis = browser.executeScript("return performance.getEntriesByType('navigation')[0].loadEventEnd");

        assertThat(((Number) Objects.requireNonNull(millis)).doubleValue()).isBetween(1.0, 2_000.0);
        assertThat(browser.findElements(By.cssSelector("#performance .chart svg")))
                .hasSize(5);
        assertThat(browser.findElements(By.cssSelector("#performance .chart .lane")))
                .hasSize(20);
        assertThat(browser.findElements(By.cssSelector("#performance path.band")))
                .hasSize(3);
        assertThat(text("#faults")).contains("There were too many to list one by one", "kill", "failover");
        assertThat(text("#performance")).contains("Each point stands for 100 s", "6:00:00");
        assertThat(text("#anomaly")).contains("Only these are drawn");
        assertThat(text("tr[data-id]")).contains("at least 21,600", "5:59:59.", "11:59:58.");
        assertThat(browser.manage().logs().get(LogType.BROWSER).getAll()).isEmpty();
    }

    /** The page's policy would stop a request; only the browser's own log shows that there is none at all. */
    @Test
    void nothingIsAskedOfANetworkAndNothingIsWrong() {
        browser.findElement(By.id("theme")).click();
        List<String> requests = browser.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
                .map(entry -> entry.getMessage())
                // Pages of the browser's own, such as that of a new tab, ask for things too.
                .filter(message ->
                        message.contains("Network.requestWillBeSent\"") && message.contains("\"documentURL\":\"file:"))
                .toList();

        assertThat(requests)
                .as("the page itself")
                .isNotEmpty()
                .allMatch(message -> message.contains("\"url\":\"file:"));
        assertThat(browser.manage().logs().get(LogType.BROWSER).getAll()).isEmpty();
        assertThat(text("header .note")).contains(ATTACK);
    }
}
