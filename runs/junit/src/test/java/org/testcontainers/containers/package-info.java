/** A stand-in for Testcontainers, which is no dependency. */
@NullMarked
package org.testcontainers.containers;

import org.jspecify.annotations.NullMarked;
