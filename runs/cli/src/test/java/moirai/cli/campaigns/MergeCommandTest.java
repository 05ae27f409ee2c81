package moirai.cli.campaigns;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import moirai.cli.Cli;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The joining of shards as far as it is refused; {@link CampaignIT} joins some. */
class MergeCommandTest {

    @TempDir
    private Path directory;

    @BeforeEach
    void writeCampaign() throws IOException {
        Files.writeString(directory.resolve("c.yaml"), "name: nightly\naxes: {db: [h2]}\n");
    }

    private Cli.Ended merge(String... more) {
        return Cli.plain()
                .run(Stream.concat(
                                Stream.of(
                                        "campaign",
                                        "merge",
                                        directory.resolve("c.yaml").toString(),
                                        "--store",
                                        directory.resolve("store").toString()),
                                Stream.of(more))
                        .toArray(String[]::new));
    }

    @Test
    void whereNoShardRanThereIsNothingToJoin() {
        Cli.Ended ended = merge();

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err())
                .contains(
                        "no shard of the campaign nightly has a night in ", "in which 'campaign run --shard I/N' ran");
    }

    @Test
    void wrongOptionsAreRefused() {
        String absent = directory.resolve("absent").toString();

        assertThat(merge("--from", absent).err())
                .contains("--from: " + absent + " is no folder; expected a store in which a shard ran");
        assertThat(merge("--shard", "1/2").err())
                .contains("--shard: a merge is about all shards; expected 'campaign merge' without it");
        assertThat(merge("--sarif", absent + "/x.sarif").err()).contains("--sarif: ", "is no folder");
        assertThat(merge("--store-url", "store").err())
                .contains("--store-url: 'store' is no address on the web: expected one such as https://");
        assertThat(merge("--store-url", "https://a b").code()).isEqualTo(254);
    }
}
