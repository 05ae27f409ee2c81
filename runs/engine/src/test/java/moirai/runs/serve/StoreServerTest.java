package moirai.runs.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import moirai.analysis.validation.LevelChecker;
import moirai.runs.export.StoredRuns;
import moirai.runs.store.RunStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoreServerTest {

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

    @Test
    void theTableNamesEachRunAndItsVerdict() throws Exception {
        Path run = StoredRuns.invalid(store);

        RawHttp.Reply reply = plain("/");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.body())
                .contains("1 of 1 run", "INVALID", "G2-item ×", "/runs/test/" + run.getFileName() + "/report.html");
        assertThat(reply.head())
                .containsIgnoringCase("Content-Security-Policy: default-src 'none'")
                .contains("nosniff");
    }

    /** The planted bug breaks what the database documents, which the table says beside the verdict. */
    @Test
    void aRealRunIsComparedAndItsShapesHaveAHistory() throws Exception {
        Path run = StoredRuns.invalid(store);
        Path other = StoredRuns.valid(store);

        RawHttp.Reply table = plain("/");
        RawHttp.Reply comparison =
                plain("/compare?run=test%2F" + run.getFileName() + "&run=test%2F" + other.getFileName() + "&unknown=1");
        RawHttp.Reply shapes = plain("/shapes");
        String shape = shapes.body().replaceFirst("(?s).*?href=\"(/shapes/[^\"]+).*", "$1");
        RawHttp.Reply history = plain(shape);

        assertThat(table.body()).contains("INVALID: database bug");
        assertThat(comparison.status()).isEqualTo(200);
        assertThat(comparison.body()).contains("only in the ", "write skew", "≠ differs");
        assertThat(shapes.body()).contains("write skew");
        assertThat(history.status()).isEqualTo(200);
        assertThat(history.body()).contains("in 1 of 1 run");
    }

    @Test
    void aMistakeInAnAddressIsAnsweredByAPageWithoutScripts() throws Exception {
        Path run = StoredRuns.valid(store);

        RawHttp.Reply one = plain("/compare?run=test%2F" + run.getFileName());
        RawHttp.Reply gone = plain("/compare?run=test%2F" + run.getFileName() + "&run=test%2Fgone");
        RawHttp.Reply unknown = plain("/shapes/%3Cb%3E");

        assertThat(one.status()).isEqualTo(400);
        assertThat(gone.status()).isEqualTo(404);
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.body()).contains("&lt;b&gt;").doesNotContain("<b>");
        for (RawHttp.Reply reply : List.of(one, gone, unknown)) {
            assertThat(reply.head())
                    .containsIgnoringCase("Content-Type: text/html")
                    .contains("default-src 'none'")
                    .doesNotContain("script-src");
        }
    }

    /** The page may hold text of a database, a file or an address; none of it may become markup. */
    @Test
    void whatRunsAndAddressesSayIsEscaped() throws Exception {
        Path run = StoredRuns.valid(store);
        Path json = run.resolve("run.json");
        Files.writeString(
                json, Files.readString(json).replace("memory (simulated)", "<script>alert(1)</script> {rows}"));

        String body = plain("/?q=%3Cscript%3E&verdict=%22%3E%3Cb%3E").body()
                + plain("/").body();

        assertThat(body).contains("&lt;script&gt;alert(1)", "&quot;&gt;&lt;b&gt;", "&#123;rows}");
        assertThat(body).doesNotContain("<script", "<b>");
    }

    @Test
    void aMissingReportIsMadeAndARunThatDidNotEndHasNone() throws Exception {
        Path run = StoredRuns.invalid(store);
        Files.deleteIfExists(run.resolve("report.html"));

        RawHttp.Reply redirect = plain("/runs/test/" + run.getFileName());
        RawHttp.Reply report = plain("/runs/test/" + run.getFileName() + "/report.html");
        Files.delete(run.resolve("run.json"));
        Files.delete(run.resolve("report.html"));
        RawHttp.Reply none = plain("/runs/test/" + run.getFileName() + "/report.html");

        assertThat(redirect.status()).isEqualTo(302);
        assertThat(report.status()).isEqualTo(200);
        assertThat(report.head()).containsIgnoringCase("Content-Type: text/html");
        assertThat(none.status()).isEqualTo(404);
        assertThat(none.body()).contains("this run did not end");
        assertThat(plain("/").body()).contains("DID NOT END");
    }

    @Test
    void otherPagesOfARunAreShownAsText() throws Exception {
        Path run = StoredRuns.valid(store);
        Files.writeString(run.resolve("other.html"), "<script>alert(1)</script>");

        RawHttp.Reply reply = plain("/runs/test/" + run.getFileName() + "/other.html");

        assertThat(reply.head())
                .containsIgnoringCase("Content-Type: text/plain")
                .contains("sandbox");
    }

    @Test
    void aRunIsDownloadedWithoutWhatLinksLeadTo() throws Exception {
        Path run = StoredRuns.valid(store);
        Files.createSymbolicLink(run.resolve("link.txt"), root.resolve("secret.txt"));

        RawHttp.Reply reply = plain("/zip/test/" + run.getFileName());

        var names = new ArrayList<String>();
        try (var zip = new ZipInputStream(new ByteArrayInputStream(reply.bytes()))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                names.add(entry.getName());
                String content = new String(zip.readAllBytes(), StandardCharsets.UTF_8);
                assertThat(content).doesNotContain("the secret");
            }
        }
        assertThat(names).contains(run.getFileName() + "/run.json").anyMatch(name -> name.contains("/history/"));
        assertThat(names).noneMatch(name -> name.contains("link.txt"));
        assertThat(reply.head()).containsIgnoringCase("attachment; filename=\"test-" + run.getFileName() + ".zip\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/runs/test/TIME/../../../secret.txt",
                "/runs/test/TIME/%2e%2e/%2e%2e/%2e%2e/secret.txt",
                "/runs/test/TIME/..%2f..%2f..%2fsecret.txt",
                "/runs/test/TIME/..%5c..%5csecret.txt",
                "/runs/test/TIME/%252e%252e/%252e%252e/secret.txt",
                "/runs/test/TIME/link.txt",
                "/runs/test/TIME/folder/secret.txt",
                "/runs/test/TIME/history",
                "/runs/test/TIME/history/",
                "/runs/test/TIME/%00",
                "/runs/test/TIME/%zz",
                "/runs/test/TIME/.hidden",
                "/runs/test/latest/run.json",
                "/runs/other/TIME/secret.txt",
                "/runs/test",
                "/runs/",
                "/zip/test/..",
                "/zip/../store",
                "/secret.txt",
                "//secret.txt",
                "/runs/./test/TIME/run.json",
                "/etc/passwd"
            })
    void nothingButFilesOfRunsIsServed(String path) throws Exception {
        Path run = StoredRuns.valid(store);
        Files.writeString(run.resolve(".hidden"), "the secret");
        Files.createSymbolicLink(run.resolve("link.txt"), root.resolve("secret.txt"));
        Files.createSymbolicLink(run.resolve("folder"), root);
        Files.createSymbolicLink(store.resolve("other"), root);
        Files.createDirectories(root.resolve(run.getFileName()));
        Files.writeString(root.resolve(run.getFileName()).resolve("secret.txt"), "the secret");

        RawHttp.Reply reply = plain(path.replace("TIME", run.getFileName().toString()));

        assertThat(reply.status()).isIn(400, 404);
        assertThat(reply.body()).doesNotContain("the secret", "root:");
    }

    @Test
    void filesOfARunAreServed() throws Exception {
        Path run = StoredRuns.invalid(store);
        String at = "/runs/test/" + run.getFileName();

        assertThat(plain(at + "/anomalies/G2-item-1/explanation.txt").body()).contains("write skew");
        assertThat(plain(at + "/run.json").body()).isEqualTo(Files.readString(run.resolve("run.json")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example:PORT",
                "evil.example",
                "127.0.0.1",
                "127.0.0.1:1",
                "127.0.0.1.evil.example:PORT",
                ""
            })
    void aRequestToAnotherHostIsRefused(String host) throws Exception {
        StoredRuns.valid(store);

        RawHttp.Reply reply = ask("GET", "/", "Host: " + host.replace("PORT", port()));

        assertThat(reply.status()).isIn(400, 403);
        assertThat(reply.body()).doesNotContain("VALID");
    }

    @Test
    void aRequestWithoutAHostOrWithTwoIsRefused() throws Exception {
        assertThat(ask("GET", "/", "X: y").status()).isIn(400, 403);
        assertThat(ask("GET", "/", own() + "\r\nHost: evil.example").status()).isIn(400, 403);
        assertThat(ask("GET", "http://evil.example/", own()).status()).isIn(400, 403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://evil.example", "null", "https://127.0.0.1:PORT", "http://127.0.0.1:1"})
    void aRequestOfAnotherSiteIsRefused(String origin) throws Exception {
        StoredRuns.valid(store);

        RawHttp.Reply reply = ask("GET", "/", own() + "\r\nOrigin: " + origin.replace("PORT", port()));

        assertThat(reply.status()).isEqualTo(403);
        assertThat(reply.body()).doesNotContain("VALID");
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"})
    void whatIsMeantToChangeSomethingIsRefused(String method) throws Exception {
        Path run = StoredRuns.valid(store);

        RawHttp.Reply reply = ask(method, "/runs/test/" + run.getFileName() + "/run.json", own());

        assertThat(reply.status()).isEqualTo(405);
        assertThat(reply.head()).containsIgnoringCase("Allow: GET, HEAD");
        assertThat(run.resolve("run.json")).exists();
    }

    @Test
    void ownNamesAndOriginAreServedAndHeadHasNoBody() throws Exception {
        Path run = StoredRuns.valid(store);

        assertThat(ask("GET", "/", "Host: localhost:" + port()).status()).isEqualTo(200);
        assertThat(ask("GET", "/", own() + "\r\nOrigin: http://127.0.0.1:" + port())
                        .status())
                .isEqualTo(200);
        RawHttp.Reply head = ask("HEAD", "/runs/test/" + run.getFileName() + "/run.json", own());
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(head.head()).containsIgnoringCase("Content-Length: " + Files.size(run.resolve("run.json")));
    }

    private String port() {
        return String.valueOf(server.port());
    }

    private String own() {
        return http().own();
    }

    private RawHttp http() {
        return new RawHttp(server.port());
    }

    private RawHttp.Reply plain(String path) throws IOException {
        return http().plain(path);
    }

    private RawHttp.Reply ask(String method, String path, String headers) throws IOException {
        return http().ask(method, path, headers);
    }
}
