package moirai.runs.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import moirai.analysis.validation.LevelChecker;
import moirai.runs.campaign.CampaignStore;
import moirai.runs.campaign.Night;
import moirai.runs.campaign.NightDirectory;
import moirai.runs.campaign.NightFormat;
import moirai.runs.campaign.SampleNights;
import moirai.runs.campaign.changes.AssessedNight;
import moirai.runs.html.Browsers;
import moirai.runs.serve.pages.SampleStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.support.ui.ExpectedConditions;
import org.openqa.selenium.support.ui.WebDriverWait;

/** The store is looked at in a real browser. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StoreBrowserIT {

    private static final List<Integer> WIDTHS = List.of(320, 400, 700, 710, 800, 991, 993, 1199, 1201, 1280);

    /** Each element with text that its own box does not hold, so that it is cut or lies on another text. */
    private static final String CUT = """
            return [...document.querySelectorAll('td, th, p, a, h1, h2, button, label, select, .badge')]
                .filter(e => e.checkVisibility() && e.clientWidth > 0)
                .filter(e => e.scrollWidth > e.clientWidth + 1 || e.getBoundingClientRect().right > innerWidth
                    || (e.matches('td') && e.scrollHeight > e.clientHeight + 1))
                .map(e => e.tagName + ': ' + e.textContent)
            """;

    @TempDir
    private static Path folder;

    @SuppressWarnings("NullAway.Init")
    private ChromeDriver browser;

    @SuppressWarnings("NullAway.Init")
    private StoreServer server;

    private String older = "";
    private String newer = "";

    @BeforeAll
    void open() throws IOException {
        browser = Browsers.start(folder.resolve("profile"));
        var sample = new SampleStore(folder.resolve("store"));
        String shapes = SampleStore.shape(SampleStore.SHAPE, "G2-item", 41) + ", "
                + SampleStore.shape(SampleStore.OTHER_SHAPE, "lost-update", 1);
        for (int i = 0; i < 25; i++) {
            older = sample.add("PostgreSQL 18.6", "serializable", i % 5 == 0 ? SampleStore.BUG : "", shapes);
            newer = sample.add(
                    "PostgreSQL 18.6, three nodes under Patroni, replication async, 2 standbys",
                    "a-level-with-a-very-long-name-without-any-blank-in-it",
                    i % 3 == 0 ? SampleStore.STRONG : "",
                    i % 3 == 0 ? shapes : "");
        }
        sample.add("{", "{");
        Files.createDirectories(folder.resolve("store/test/20300101T000000.000Z"));
        AssessedNight ninth = SampleNights.ninth();
        var nights = new ArrayList<>(ninth.earlier());
        nights.add(ninth.night());
        for (Night night : nights) {
            var directory = new NightDirectory(new CampaignStore(folder.resolve("store"))
                    .folder("nightly")
                    .resolve(night.identity().id()));
            directory.begin(night, "");
            Files.writeString(
                    directory.summary(),
                    NightFormat.summary(
                            night,
                            List.of(),
                            ninth.known().code(night),
                            result -> ninth.known().code(result)));
            Files.writeString(directory.page(), "");
        }
        server = StoreServer.start(sample.store(), 0, new LevelChecker());
    }

    @AfterAll
    void close() {
        if (server != null) {
            server.close();
        }
        if (browser != null) {
            browser.quit();
        }
    }

    private String address(String path) {
        return "http://127.0.0.1:" + server.port()
                + path.replace("OLDER", older).replace("NEWER", newer).replace("SHAPE", SampleStore.SHAPE);
    }

    private @Nullable Object at(int width, String scheme, String script) {
        browser.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
        browser.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
        try {
            return browser.executeScript(script);
        } finally {
            browser.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", List.of()));
            browser.executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/?verdict=none",
                "/compare?run=OLDER&run=NEWER",
                "/compare",
                "/campaigns",
                "/campaigns/nightly",
                "/campaigns/nightly/20261109T020000.000Z",
                "/campaigns/no-campaign",
                "/shapes",
                "/shapes/SHAPE",
                "/shapes/a-shape-that-nobody-has-seen-and-whose-name-has-no-blank-at-which-it-could-be-broken"
            })
    void nothingIsCutAndEveryTextStandsOut(String path) throws IOException {
        String contrast = Files.readString(Path.of("src/test/resources/browser/contrast.js"));
        browser.get(address(path));

        for (int width : WIDTHS) {
            Object isWithin = at(width, "light", "return document.documentElement.scrollWidth <= innerWidth");
            assertThat(isWithin).as("%s at %d", path, width).isEqualTo(true);
            assertThat((List<?>) Objects.requireNonNull(at(width, "light", CUT)))
                    .as("%s at %d", path, width)
                    .isEmpty();
        }
        for (String scheme : List.of("light", "dark")) {
            for (int width : List.of(400, 1280)) {
                assertThat((List<?>) Objects.requireNonNull(at(width, scheme, contrast)))
                        .as("%s, %s at %d", path, scheme, width)
                        .isEmpty();
            }
        }
    }

    /** The dark scheme is another one, so that the test of contrast tests both. */
    @Test
    void theSchemeIsTheReaders() {
        browser.get(address("/"));
        String background = "return getComputedStyle(document.body).backgroundColor";

        assertThat(at(1280, "dark", background)).isNotEqualTo(at(1280, "light", background));
    }

    @Test
    void twoRunsAreChosenAndComparedByKeys() {
        browser.get(address("/"));
        for (String run : List.of(older, newer)) {
            browser.executeScript("document.querySelector('input[value=\"" + run + "\"]').focus()");
            WebElement box = browser.switchTo().activeElement();
            assertThat(box.getCssValue("outline-style")).isEqualTo("solid");
            box.sendKeys(Keys.SPACE);
        }

        browser.switchTo().activeElement().sendKeys(Keys.ENTER);

        var wait = new WebDriverWait(browser, Duration.ofSeconds(10));
        wait.until(ExpectedConditions.titleIs("Moirai: two runs"));
        assertThat(browser.findElement(By.tagName("main")).getText()).contains("PostgreSQL 18.6", "committed/s");
    }

    /** What can be reached by the tabulator key can be seen, at a width at which the table has no head. */
    @Test
    void everyStopOfTheKeyboardIsVisible() {
        browser.get(address("/"));

        Object hidden = at(
                400,
                "light",
                "return [...document.querySelectorAll('thead a')].filter(e => e.checkVisibility()).length");

        assertThat(hidden).isEqualTo(0L);
    }

    @Test
    void noScriptRunsAndNothingIsWrong() {
        // What other tests asked for in vain is in the log, too; reading it empties it.
        browser.manage().logs().get(LogType.BROWSER);
        browser.get(address("/"));
        browser.get(address("/shapes"));
        browser.get(address("/compare?run=OLDER&run=NEWER"));

        assertThat(browser.findElements(By.tagName("script"))).isEmpty();
        assertThat(browser.manage().logs().get(LogType.BROWSER).getAll()).isEmpty();
    }
}
