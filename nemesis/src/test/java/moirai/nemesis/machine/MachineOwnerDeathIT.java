package moirai.nemesis.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import moirai.nemesis.MachinePart;
import moirai.nemesis.process.Commands;
import moirai.nemesis.process.Pauses;
import moirai.nemesis.process.ProcessTree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The owner of failing machines is killed: nothing of its own is left, and what belongs to others stays. */
@Timeout(120)
class MachineOwnerDeathIT {

    private static final int LIMIT_MILLIS = 15_000;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path foreign;

    @Test
    void aKilledOwnerLeavesNoMountNoDeviceAndNoProcessAndForeignOnesStay() throws IOException {
        var machines = new LocalMachines(EnumSet.allOf(MachinePart.class));
        for (MachinePart part : MachinePart.values()) {
            Optional<String> lack = machines.lack(part);
            assumeTrue(lack.isEmpty(), () -> "skipped: needs " + lack.orElse(""));
        }
        Path image = foreign.resolve("disk.img");
        Path place = Files.createDirectory(foreign.resolve("disk"));
        run("truncate", "-s", "8M", image.toString());
        run("mkfs.ext4", "-q", "-F", image.toString());
        run("mount", "-o", "loop", image.toString(), place.toString());
        try {
            killAnOwner();

            assertThat(mounts()).contains(place.toString());
            assertThat(devices()).contains(image.toString());
        } finally {
            run("umount", place.toString());
        }
    }

    private static void killAnOwner() throws IOException {
        Process owner = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        MachineOwner.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var output = new BufferedReader(new InputStreamReader(owner.getInputStream(), StandardCharsets.UTF_8))) {
            var instance = Path.of(Objects.requireNonNull(output.readLine(), "the owner died"));
            List<Long> pids = Stream.of(Objects.requireNonNull(output.readLine(), "the owner died")
                            .split(" "))
                    .map(Long::valueOf)
                    .toList();
            assertThat(pids).anyMatch(pid -> !ProcessTree.isGone(pid));
            assertThat(mounts()).contains(instance + "/n1/disk", instance + "/n2/disk");
            owner.destroyForcibly();

            assertThat(Pauses.until(LIMIT_MILLIS, () -> !Files.exists(instance)))
                    .isTrue();
            assertThat(pids).allMatch(ProcessTree::isGone);
            assertThat(mounts()).doesNotContain(instance.toString());
            assertThat(devices()).doesNotContain(instance.toString());
        } finally {
            owner.destroyForcibly();
        }
    }

    private static String mounts() {
        return run("cat", "/proc/mounts");
    }

    /** Returns the loop devices and their files. */
    private static String devices() {
        return run("losetup", "--list", "--noheadings", "--output", "NAME,BACK-FILE");
    }

    private static String run(String... command) {
        Commands.Result result = Commands.run(List.of(command));
        assertThat(result.succeeded()).as(result.output()).isTrue();
        return result.output();
    }
}
