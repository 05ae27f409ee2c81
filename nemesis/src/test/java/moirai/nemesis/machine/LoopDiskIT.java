package moirai.nemesis.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import moirai.nemesis.ClusterException;
import moirai.nemesis.process.Mounts;
import moirai.nemesis.process.NodeDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real disk of a node's own, full and without power at the same time. */
@Timeout(60)
class LoopDiskIT {

    private static final long ROOM = 1L << 30;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @BeforeEach
    void isPossible() {
        Optional<String> lack = LoopDisk.lack(directory);
        assumeTrue(lack.isEmpty(), () -> "skipped: needs " + lack.orElse(""));
    }

    @AfterEach
    void isGone() throws IOException {
        Mounts.remove(node());
        assertThat(Mounts.isMounted(node())).isFalse();
    }

    private NodeDirectory node() {
        return new NodeDirectory(directory);
    }

    @Test
    void whereItIsNotMountedNothingIsFilledCutOrFreed() throws IOException {
        var disk = LoopDisk.create(node());
        Mounts.remove(node());
        Path ballast = Files.createFile(node().disk().resolve("ballast"));

        assertThatExceptionOfType(ClusterException.class)
                .isThrownBy(disk::fill)
                .withMessageContaining("is not mounted");
        assertThatExceptionOfType(ClusterException.class).isThrownBy(disk::cut).withMessageContaining("is not mounted");
        disk.free();
        disk.sync();
        assertThat(ballast).isEmptyFile();
    }

    @Test
    void whatIsOffIsNotFilled() throws IOException {
        var disk = LoopDisk.create(node());
        disk.cut();

        assertThatExceptionOfType(ClusterException.class).isThrownBy(disk::fill).withMessageContaining("is off");
        disk.restore();
        disk.fill();
        assertThat(node().disk().toFile().getUsableSpace()).isLessThan(ROOM);
    }

    @Test
    void whatGotRoomWhileItWasOffHasRoomWhenItIsBack() throws IOException {
        var disk = LoopDisk.create(node());
        disk.fill();
        disk.sync();
        disk.cut();
        disk.free();
        disk.restore();

        assertThat(node().disk().toFile().getUsableSpace()).isGreaterThan(ROOM);
    }

    @Test
    void whatIsFullIsFullAfterALossOfPowerToo() throws IOException {
        var disk = LoopDisk.create(node());
        disk.fill();
        disk.sync();
        disk.cut();
        disk.restore();
        assertThat(node().disk().toFile().getUsableSpace()).isLessThan(ROOM);

        disk.free();
        assertThat(node().disk().toFile().getUsableSpace()).isGreaterThan(ROOM);
    }

    @Test
    void aDiskWhoseImageWasRemovedIsOursStill() throws IOException {
        LoopDisk.create(node());
        Files.delete(node().image());

        assertThat(Mounts.isOurs(node())).isTrue();
        Mounts.remove(node());
        assertThat(Mounts.isMounted(node())).isFalse();
    }
}
