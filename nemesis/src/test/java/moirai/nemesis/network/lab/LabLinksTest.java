package moirai.nemesis.network.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import moirai.nemesis.ClusterException;
import moirai.nemesis.network.ProxyLinks;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.util.DefaultLocale;

/** Heals when hosts answer too late, or not at all. */
class LabLinksTest {

    private final Set<String> rules = new TreeSet<>();
    private final List<String> commands = new ArrayList<>();
    private final ProxyLinks clients = new ProxyLinks(List.of("n1", "n2", "n3"), false);
    private final LabLinks links = new LabLinks(this::run, clients);

    /** Tells whether the next command is carried out, and whether its answer comes. */
    private boolean isDone = true;

    private boolean isAnswered = true;
    private int silentHost = -1;

    @AfterEach
    void close() {
        clients.close();
    }

    /** A host with rules, as {@code ip rule} makes and deletes them; an unknown one cannot be deleted. */
    private String run(int host, String command) {
        commands.add(command);
        if (host == silentHost) {
            throw new ClusterException("host " + host + " did not answer");
        }
        boolean isTolerant = command.startsWith("sh -c");
        String rule = host + " " + command.replaceFirst("^.*ip rule (add|del) (pref 10 iif n[0-9] blackhole).*$", "$2");
        boolean isChanged = !isDone || (command.contains("ip rule del") ? rules.remove(rule) : rules.add(rule));
        if (!isChanged && !isTolerant) {
            throw new ClusterException("no such rule, or there already: " + rule);
        }
        if (!isAnswered) {
            throw new ClusterException("did not answer in time");
        }
        return "";
    }

    @Test
    void aCutWhoseAnswerComesTooLateIsHealed() {
        isAnswered = false;
        assertThatThrownBy(() -> links.cut("n1", "n2")).isInstanceOf(ClusterException.class);
        isAnswered = true;
        assertThat(rules).containsExactly("2 pref 10 iif n1 blackhole");

        links.healAll();

        assertThat(rules).isEmpty();
    }

    @Test
    void aCutThatWasNeverMadeIsHealedToo() {
        isAnswered = false;
        isDone = false;
        assertThatThrownBy(() -> links.cut("n1", "n2")).isInstanceOf(ClusterException.class);
        isAnswered = true;
        isDone = true;

        links.healAll();
        links.cut("n1", "n2");

        assertThat(rules).containsExactly("2 pref 10 iif n1 blackhole");
        links.heal("n1", "n2");
        assertThat(rules).isEmpty();
    }

    @Test
    void aCutThatIsAskedForAgainAfterNoAnswerIsThereOnce() {
        isAnswered = false;
        assertThatThrownBy(() -> links.cut("n1", "n2")).isInstanceOf(ClusterException.class);
        isAnswered = true;

        links.cut("n1", "n2");
        links.cut("n1", "n2");

        assertThat(rules).hasSize(1);
        links.healAll();
        assertThat(rules).isEmpty();
        int count = commands.size();
        links.healAll();
        assertThat(commands).as("nothing is left to heal").hasSize(count);
    }

    @Test
    void oneHostThatDoesNotAnswerKeepsNoOtherFromBeingHealed() {
        links.cut("n2", "n1");
        links.cut("n1", "n2");
        links.cut("n1", "n3");
        silentHost = 1;

        assertThatThrownBy(links::healAll).isInstanceOf(ClusterException.class).hasMessage("host 1 did not answer");

        assertThat(rules).containsExactly("1 pref 10 iif n2 blackhole");
        silentHost = -1;
        links.healAll();
        assertThat(rules).isEmpty();
    }

    @Test
    @DefaultLocale("de-DE")
    void aProbabilityHasADecimalPointInEveryLocale() {
        assertThat(LabLinks.lossRule("-A", "n1", 0.05)).contains(" --probability 0.050000 ");
    }
}
