package moirai.cli.campaigns;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * The cores and the memory of this machine, or of the container.
 *
 * @param memoryMega of all processes together
 */
record Machine(int cores, long memoryMega) {

    private static final int MEGA_BITS = 20;
    private static final int GIGA_IN_MEGA = 1024;

    /** The memory of a JVM besides its heap. */
    private static final long BESIDE_MEGA = 200;

    static Machine here() {
        var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return new Machine(Runtime.getRuntime().availableProcessors(), system.getTotalMemorySize() >> MEGA_BITS);
    }

    /**
     * Returns how many cells may run at a time, at least one.
     *
     * @param heap that of each, such as {@code 512m}
     */
    int cells(String heap) {
        long number = Long.parseLong(heap.substring(0, heap.length() - 1));
        long mega = heap.endsWith("g") ? number * GIGA_IN_MEGA : number;
        return Math.clamp(Math.min(cores, memoryMega / (mega + BESIDE_MEGA)), 1, Integer.MAX_VALUE);
    }

    String describe() {
        return cores + (cores == 1 ? " core and " : " cores and ") + memoryMega + " MB";
    }
}
