package moirai.mockstore.wire.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import moirai.mockstore.StoreException;
import org.junit.jupiter.api.Test;

class StartupSettingsTest {

    @Test
    void settingsStandInParametersAndInOptions() {
        assertThat(StartupSettings.of(Map.of(
                        "user", "ada",
                        "database", "any",
                        "_pq_.extension", "on",
                        "DateStyle", "ISO",
                        "options", "-c a=1 -cb=two\\ words  --search-path=public")))
                .containsOnly(
                        Map.entry("a", "1"),
                        Map.entry("b", "two words"),
                        Map.entry("search_path", "public"),
                        Map.entry("DateStyle", "ISO"));
    }

    @Test
    void anOptionThatIsNoSettingIsRefused() {
        assertThatThrownBy(() -> StartupSettings.of(Map.of("options", "-x 1")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("-x");
        assertThatThrownBy(() -> StartupSettings.of(Map.of("options", "-c a")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("a has no value");
        assertThatThrownBy(() -> StartupSettings.of(Map.of("a'; DROP", "1")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("unrecognized configuration parameter");
    }
}
