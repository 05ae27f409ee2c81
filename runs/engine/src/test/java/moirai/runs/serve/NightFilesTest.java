package moirai.runs.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import moirai.analysis.validation.LevelChecker;
import moirai.runs.campaign.CampaignStore;
import moirai.runs.campaign.Night;
import moirai.runs.campaign.NightDirectory;
import moirai.runs.campaign.SampleNights;
import moirai.runs.store.RunStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files of nights, and nothing else of a store's campaigns, are served. */
class NightFilesTest {

    @TempDir
    private Path root;

    private Path store;
    private StoreServer server;

    @BeforeEach
    void start() throws IOException {
        store = Files.createDirectory(root.resolve("store"));
        Files.writeString(root.resolve("secret.txt"), "the secret");
        server = StoreServer.start(new RunStore(store), 0, new LevelChecker());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private RawHttp.Reply plain(String path) throws IOException {
        return new RawHttp(server.port()).plain(path);
    }

    private NightDirectory night() {
        Night night = SampleNights.ninth().night();
        var directory = new NightDirectory(new CampaignStore(store)
                .folder("nightly")
                .resolve(night.identity().id()));
        directory.begin(night, "name: nightly\n");
        return directory;
    }

    /** From the page of a night, {@code ../../../NAME/TIME} leads to a run, in the server as in the folder. */
    @Test
    void filesOfANightAreServed() throws Exception {
        NightDirectory night = night();
        Files.writeString(night.page(), "<p>the page</p>");
        Files.writeString(night.path().resolve("other.html"), "<p>another</p>");
        String at = "/runs/campaigns/nightly/" + night.path().getFileName();

        RawHttp.Reply page = plain(at + "/campaign.html");
        RawHttp.Reply other = plain(at + "/other.html");
        RawHttp.Reply file = plain(at + "/campaign.yaml");

        assertThat(page.body()).isEqualTo("<p>the page</p>");
        assertThat(page.head()).containsIgnoringCase("Content-Type: text/html").contains("default-src 'none'");
        assertThat(other.head())
                .containsIgnoringCase("Content-Type: text/plain")
                .contains("sandbox");
        assertThat(file.body()).isEqualTo("name: nightly\n");
        assertThat(file.head()).containsIgnoringCase("Content-Type: text/plain");
        assertThat(plain("/campaigns/nightly/" + night.path().getFileName()).body())
                .contains("db=h2", "crashed");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/runs/campaigns/nightly/TIME/../../../../secret.txt",
                "/runs/campaigns/nightly/TIME/%2e%2e/%2e%2e/%2e%2e/%2e%2e/secret.txt",
                "/runs/campaigns/nightly/TIME/..%2f..%2f..%2f..%2fsecret.txt",
                "/runs/campaigns/nightly/TIME/link.txt",
                "/runs/campaigns/nightly/TIME/folder/secret.txt",
                "/runs/campaigns/nightly/TIME/output",
                "/runs/campaigns/nightly/TIME/.hidden",
                "/runs/campaigns/nightly/TIME",
                "/runs/campaigns/nightly/latest/secret.txt",
                "/runs/campaigns/linked/TIME/secret.txt",
                "/runs/campaigns/../TIME/secret.txt",
                "/runs/campaigns/campaign.lock",
                "/campaigns/linked",
                "/campaigns/linked/TIME",
                "/campaigns/../..",
                "/campaigns/%2e%2e/TIME",
                "/campaigns/nightly/TIME/secret.txt",
                "/campaigns/nightly/TIME/campaign.yaml",
                "/zip/campaigns/nightly"
            })
    void nothingButFilesOfNightsIsServedOfACampaign(String path) throws Exception {
        NightDirectory night = night();
        String time = night.path().getFileName().toString();
        Files.writeString(night.path().resolve(".hidden"), "the secret");
        Files.createSymbolicLink(night.path().resolve("link.txt"), root.resolve("secret.txt"));
        Files.createSymbolicLink(night.path().resolve("folder"), root);
        Files.createSymbolicLink(store.resolve("campaigns/linked"), root);
        Files.createDirectories(root.resolve(time));
        Files.writeString(root.resolve(time).resolve("secret.txt"), "the secret");
        Files.writeString(root.resolve(time).resolve("night.json"), "the secret");

        RawHttp.Reply reply = plain(path.replace("TIME", time));

        assertThat(reply.status()).isIn(400, 404);
        assertThat(reply.body()).doesNotContain("the secret", "name: nightly");
    }
}
