package moirai.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import moirai.cli.Cli;
import moirai.nemesis.faults.FaultKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorIT {

    @TempDir
    private Path directory;

    @Test
    void everyDatabaseAndEveryFaultHasAnAnswerAndTheDefaultDatabaseWorks() throws IOException {
        Cli.Ended ended = Cli.with(Map.of("PATH", directory.toString())).run("doctor", "--json");

        assertThat(ended.code()).as("%s%s", ended.out(), ended.err()).isZero();
        JsonNode groups = new ObjectMapper().readTree(ended.out());
        assertThat(texts(groups, "/1/findings")).contains("postgres[:N]", "h2", "hsqldb", "sqlite");
        assertThat(groups.at("/1/findings/0/isThere").asBoolean()).isTrue();
        assertThat(groups.at("/1/findings/0/words").asText()).contains("; started in ");
        for (String faults : List.of("/2", "/3")) {
            assertThat(texts(groups, faults + "/findings"))
                    .containsExactly(
                            Stream.of(FaultKind.values()).map(FaultKind::label).toArray(String[]::new));
        }
        assertThat(groups.at("/3/title").asText()).contains("cassandra");
        assertThat(groups)
                .allSatisfy(group -> assertThat(group.at("/findings"))
                        .allSatisfy(finding ->
                                assertThat(finding.at("/words").asText()).isNotBlank()));
    }

    private static Stream<String> texts(JsonNode groups, String pointer) {
        return StreamSupport.stream(groups.at(pointer).spliterator(), false)
                .map(finding -> finding.at("/what").asText());
    }
}
