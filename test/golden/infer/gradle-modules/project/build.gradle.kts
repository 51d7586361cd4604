plugins {
  java
  jacoco
  id("com.diffplug.spotless") version "6.25.0"
}
