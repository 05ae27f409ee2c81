package moirai.studies.repaired;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import moirai.directed.levels.Promises;
import moirai.studies.programs.ProgramSources;
import org.junit.jupiter.api.Test;

/** The repairs of the small shop, applied and run on PostgreSQL. */
class RepairTrialsIT {

    @Test
    void aLostSaleHappensUntilItIsRepaired() throws Exception {
        try (LiveServer server = LiveServer.start()) {
            Path shop = ProgramSources.folder(Path.of("../.."), "shop");

            List<RepairTrial> trials =
                    new RepairTrials(shop, List.of(), Promises.READ_COMMITTED, List.of(), server).run(trial -> {});

            assertThat(trials)
                    .extracting(RepairTrial::line)
                    .containsExactly(
                            "  1 lost update sell.q1             lock            4    3 |    0   0    0     0",
                            "  1 lost update sell.q1             version         4    3 |    0   0    0     0",
                            "    all of them                     lock            4    3 |    0   0    0     0");
        }
    }
}
