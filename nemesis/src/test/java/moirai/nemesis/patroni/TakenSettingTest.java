package moirai.nemesis.patroni;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers are those of PostgreSQL 15. */
class TakenSettingTest {

    @ParameterizedTest
    @CsvSource({
        "wal_level, logical, command line|enum||||minimal replica logical|logical",
        "wal_level, hot_standby, command line|enum||||minimal replica logical|replica",
        "synchronous_commit, True, configuration file|enum||||local remote_write remote_apply on off|on",
        "fsync, 0, configuration file|bool|||||off",
        "max_connections, 70, command line|integer||1|262143||70",
        "work_mem, 8MB, configuration file|integer|kB|64|2147483647||8192",
        "shared_buffers, 64 MB, configuration file|integer|8kB|16|1073741823||8192",
        "shared_buffers, 1001kB, configuration file|integer|8kB|16|1073741823||125",
        "wal_sender_timeout, 5s, configuration file|integer|ms|0|2147483647||5000",
        "wal_keep_size, 1GB, command line|integer|MB|0|2147483647||1024",
        "random_page_cost, 1.1, configuration file|real||0|1.79769e+308||1.1",
        "search_path, 'a,b', 'configuration file|string|||||a, b'"
    })
    void whatIsInForceAsAskedForIsTaken(String name, String asked, String answer) {
        assertThat(TakenSetting.refusal(name, asked, answer)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "max_connections, 10, command line|integer||1|262143||100, in force is 100",
        "max_wal_senders, 1, command line|integer||0|262143||10, a number from 0 to 262143",
        "deadlock_timeout, 0, configuration file|integer|ms|1|2147483647||1, a number from 1 to 2147483647 ms",
        "work_mem, 8MB, default|integer|kB|64|2147483647||8192, in force is 8192",
        "work_mem, much, configuration file|integer|kB|64|2147483647||4096, in force is 4096",
        "work_mem, 8 apples, configuration file|integer|kB|64|2147483647||4096, in force is 4096",
        "max_connections, 1MB, command line|integer||1|262143||100, in force is 100",
        "fsync, maybe, configuration file|bool|||||on, on or off"
    })
    void anythingElseIsRefusedWithWhatIsInForce(String name, String asked, String answer, String why) {
        assertThat(TakenSetting.refusal(name, asked, answer))
                .startsWith("the setting " + name + "=" + asked + " was not taken: ")
                .contains(why, "Patroni may take less");
    }

    @Test
    void aLevelOfTheLogThatPatroniReplacesByItsOwnIsRefused() {
        String answer = "command line|enum||||minimal replica logical|replica";

        assertThat(TakenSetting.refusal("wal_level", "minimal", answer))
                .isEqualTo("the setting wal_level=minimal was not taken: in force is replica; PostgreSQL expects one of"
                        + " minimal, replica, logical, and Patroni may take less of that");
    }

    @Test
    void whatPostgresDoesNotHaveIsRefused() {
        assertThat(TakenSetting.refusal("no_such_thing", "7", ""))
                .isEqualTo("the setting no_such_thing=7 was not taken: PostgreSQL has no such setting");
    }
}
